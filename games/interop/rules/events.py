"""The events of a match (rules 18).

All are public except `drew_cards`, which opens at the end. Seats are numbers, cards and decks are
ids. Each function documents the facts of its kind.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import codec
from games.engine.base import Event, Outcome
from games.interop.rules.cards import UserCard
from games.interop.rules.state import Drawn, Licence, Revenue

ROUNDS_OVER = "rounds_over"
ABORTED = "aborted"


def founded(seat: int, app: str, licence: Licence) -> Event:
    """Return the event of a founder kit: its licence, and the application as `app`."""
    return Event(kind="founded", facts={"seat": seat, "app": app, **_licence(licence)})


def round_begun(number: int, rounds: int, first: int) -> Event:
    """Return the event of a new round, with the first player as `seat`."""
    return Event(kind="round", facts={"round": number, "rounds": rounds, "seat": first})


def grant(seat: int, money: int, amount: int) -> Event:
    """Return the event of a grant; `money` is what the seat had before."""
    return Event(kind="grant", facts={"seat": seat, "money": money, "amount": amount})


def bought(seat: int, card: str, paid: int, *, kept: bool) -> Event:
    """Return the event of a bought link or application; `kept` if it was drawn."""
    return Event(kind="bought", facts={"seat": seat, "card": card, "paid": paid, "kept": kept})


def deployed(seat: int, paid: int, licence: Licence, *, kept: bool) -> Event:
    """Return the event of a bought protocol and its first licence."""
    facts = {"seat": seat, "card": licence.protocol, "paid": paid, "kept": kept}
    return Event(kind="deployed", facts={**facts, **_licence(licence)})


def drew(seat: int, drawn: Drawn) -> Event:
    """Return the public event of drawn cards: the deck and their number."""
    facts = {"seat": seat, "deck": drawn.deck, "count": len(drawn.cards)}
    return Event(kind="drew", facts=facts)


def drew_cards(seat: int, drawn: Drawn) -> Event:
    """Return the drawer's event of drawn cards, public after the game (rules 16)."""
    facts = {"seat": seat, "deck": drawn.deck, "cards": list(drawn.cards)}
    return Event(kind="drew_cards", facts=facts, to=(seat,), opens=True)


def discarded(seat: int, drawn: Drawn) -> Event:
    """Return the event of drawn cards of which none was bought."""
    facts = {"seat": seat, "deck": drawn.deck, "count": len(drawn.cards)}
    return Event(kind="discarded", facts=facts)


def adopted(seat: int, paid: int, licence: Licence) -> Event:
    """Return the event of an adoption; `paid` is the cost, to the bank.

    Under RAND its kind is `adopted_fee`, and `fee` goes to the seat `to`.
    """
    facts = {"seat": seat, "protocol": licence.protocol, "paid": paid}
    if licence.licence != "rand":
        return Event(kind="adopted", facts=facts)
    return Event(kind="adopted_fee", facts={**facts, "fee": licence.fee, "to": licence.deployer})


def relicensed(seat: int, licence: Licence) -> Event:
    """Return the event of a relaxed licence, as it is now (rules 6.7)."""
    return Event(kind="relicensed", facts={"seat": seat, **_licence(licence)})


def user_card(seat: int, card: UserCard) -> Event:
    """Return the event of a user card.

    `lines` are [{"wants": [...], "users": n}, ...].
    """
    facts = {"seat": seat, "card": card.id, "name": card.name}
    return Event(kind="user_card", facts={**facts, "lines": codec.plain(card.lines)})


def allocated(seat: int, app: str, users: int) -> Event:
    """Return the event of users placed on an application (rules 8)."""
    return Event(kind="allocated", facts={"seat": seat, "app": app, "users": users})


def passed(seat: int) -> Event:
    """Return the event of a seat that places no users (rules 8)."""
    return Event(kind="passed", facts={"seat": seat})


def no_allocation(seat: int) -> Event:
    """Return the event of a seat that was not asked, as nothing was possible."""
    return Event(kind="no_allocation", facts={"seat": seat})


def revenue(seat: int, amount: int, sums: Sequence[Revenue]) -> Event:
    """Return the event of a seat's income.

    `sums` has a `Revenue` for each application, as plain data.
    """
    facts = {"seat": seat, "amount": amount, "sums": codec.plain(tuple(sums))}
    return Event(kind="revenue", facts=facts)


def over(outcome: Outcome) -> Event:
    """Return the final event: the winners as `seats`, and their `money`."""
    # Several winners share the win.
    best = [standing for standing in outcome.standings if standing.winner]
    facts = {
        "reason": outcome.reason,
        "seats": [standing.seat for standing in best],
        "money": best[0].score if best else 0,
    }
    return Event(kind="over" if best else "over_nobody", facts=facts)


def _licence(licence: Licence) -> dict[str, str | int]:
    return {"protocol": licence.protocol, "licence": licence.licence, "fee": licence.fee}
