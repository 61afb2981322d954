"""What is told of a match (rules 18). Public but for `drew_cards`, which opens at the end.

Seats are numbers, cards and decks are ids. Facts of each kind stand in its function.
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
    """`protocol`, `licence`, `fee` and the application under `app`."""
    return Event(kind="founded", facts={"seat": seat, "app": app, **_licence(licence)})


def round_begun(number: int, rounds: int, first: int) -> Event:
    """Under `seat` the first player."""
    return Event(kind="round", facts={"round": number, "rounds": rounds, "seat": first})


def grant(seat: int, money: int, amount: int) -> Event:
    """`money`: what was left before."""
    return Event(kind="grant", facts={"seat": seat, "money": money, "amount": amount})


def bought(seat: int, card: str, paid: int, *, kept: bool) -> Event:
    """A link or an application. `kept`: out of drawn cards."""
    return Event(kind="bought", facts={"seat": seat, "card": card, "paid": paid, "kept": kept})


def deployed(seat: int, paid: int, licence: Licence, *, kept: bool) -> Event:
    """A protocol was bought, and with it its licence decided."""
    facts = {"seat": seat, "card": licence.protocol, "paid": paid, "kept": kept}
    return Event(kind="deployed", facts={**facts, **_licence(licence)})


def drew(seat: int, drawn: Drawn) -> Event:
    """`seat`, `deck`, `count`: cards drawn face down; only the drawer knows which."""
    facts = {"seat": seat, "deck": drawn.deck, "count": len(drawn.cards)}
    return Event(kind="drew", facts=facts)


def drew_cards(seat: int, drawn: Drawn) -> Event:
    """To the drawer, and to everybody after the game (rules 16): which cards they were."""
    facts = {"seat": seat, "deck": drawn.deck, "cards": list(drawn.cards)}
    return Event(kind="drew_cards", facts=facts, to=(seat,), opens=True)


def discarded(seat: int, drawn: Drawn) -> Event:
    """None of the drawn cards was bought."""
    facts = {"seat": seat, "deck": drawn.deck, "count": len(drawn.cards)}
    return Event(kind="discarded", facts=facts)


def adopted(seat: int, paid: int, licence: Licence) -> Event:
    """`paid`: the cost, to the bank. Under RAND the kind is `adopted_fee`: `fee` goes to `to`."""
    facts = {"seat": seat, "protocol": licence.protocol, "paid": paid}
    if licence.licence != "rand":
        return Event(kind="adopted", facts=facts)
    return Event(kind="adopted_fee", facts={**facts, "fee": licence.fee, "to": licence.deployer})


def relicensed(seat: int, licence: Licence) -> Event:
    """`seat` and the licence as it is now (rules 6.7)."""
    return Event(kind="relicensed", facts={"seat": seat, **_licence(licence)})


def user_card(seat: int, card: UserCard) -> Event:
    """`lines` as [{"wants": [...], "users": n}]."""
    facts = {"seat": seat, "card": card.id, "name": card.name}
    return Event(kind="user_card", facts={**facts, "lines": codec.plain(card.lines)})


def allocated(seat: int, app: str, users: int) -> Event:
    """`seat` put `users` on `app` (rules 8)."""
    return Event(kind="allocated", facts={"seat": seat, "app": app, "users": users})


def passed(seat: int) -> Event:
    """`seat` puts users nowhere (rules 8)."""
    return Event(kind="passed", facts={"seat": seat})


def no_allocation(seat: int) -> Event:
    """Was not asked, as nothing was possible."""
    return Event(kind="no_allocation", facts={"seat": seat})


def revenue(seat: int, amount: int, sums: Sequence[Revenue]) -> Event:
    """`sums`: a `Revenue` for each application, as plain data."""
    facts = {"seat": seat, "amount": amount, "sums": codec.plain(tuple(sums))}
    return Event(kind="revenue", facts=facts)


def over(outcome: Outcome) -> Event:
    """Under `seats` the winners (one, or several who share), `money` what they have."""
    best = [standing for standing in outcome.standings if standing.winner]
    facts = {
        "reason": outcome.reason,
        "seats": [standing.seat for standing in best],
        "money": best[0].score if best else 0,
    }
    return Event(kind="over" if best else "over_nobody", facts=facts)


def _licence(licence: Licence) -> dict[str, str | int]:
    return {"protocol": licence.protocol, "licence": licence.licence, "fee": licence.fee}
