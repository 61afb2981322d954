"""The decisions of a seat, their choices and their defaults (rules 15).

The choices of each kind of decision, all with the `decision` that they answer in `given`:

* founder: `founder`, one for each licence (in `given`), with a pick of `kit`; RAND with a `fee`.
* invest: `buy` with a pick of `card` for links and applications, and one for each licence (in
  `given`) with the protocols; `draw` with a pick of `deck`; `adopt` with a pick of `protocol`;
  `relicense` for each licence (in `given`) with a pick of `protocol`; `end_turn`.
* keep: `keep` like `buy`, and one without any field: keep none.
* allocate: `allocate` for each application (`app` in `given`) with the number of `users`; `pass`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from games.engine.base import Choice, Decision, Field, Number, Pick
from games.interop.rules import deployment, purchases
from games.interop.rules.actions import (
    Action,
    Allocate,
    EndTurn,
    Founder,
    Keep,
    decision_id,
    kind_asked,
)
from games.interop.rules.box import CARDS, FEE_LEAST, FEE_MOST
from games.interop.rules.purchases import purchase_code
from games.interop.rules.state import LicenceKind, Player, State


def choices(state: State, seat: int | None) -> tuple[Choice, ...]:
    """Return every legal answer of this seat to the open decision (rules 15)."""
    if seat is None or seat != state.turn:
        return ()
    named = {"decision": decision_id(state)}
    return tuple(
        replace(choice, given={**named, **choice.given})
        for choice in _answers(state, state.players[seat])
    )


def _answers(state: State, player: Player) -> Iterable[Choice]:
    match kind_asked(state):
        case "founder":
            return _licensed("founder", "kit", state.kits)
        case "invest":
            return _invest(state, player)
        case "keep":
            assert state.drawn is not None
            return (*_purchases("keep", player, state.drawn.cards), Choice(action="keep"))
        case "allocate":
            return _allocate(state, player)
        case _:
            return ()


def _invest(state: State, player: Player) -> Iterator[Choice]:
    open_piles = [pile for pile in state.piles if pile.deck not in state.used]
    yield from _purchases("buy", player, (card for pile in open_piles for card in pile.row))
    decks = tuple(pile.deck for pile in open_piles if pile.layers)
    if decks:
        yield Choice(action="draw", fields=(_one("deck", decks),))
    adoptable = tuple(
        licence.protocol
        for licence in state.licences
        if not purchase_code(player, CARDS[licence.protocol], licence)
    )
    if adoptable:
        yield Choice(action="adopt", fields=(_one("protocol", adoptable),))
    yield from _relicense(state, player)
    yield Choice(action="end_turn")


def _purchases(action: str, player: Player, cards: Iterable[str]) -> Iterator[Choice]:
    """Yield the choices of the cards that can be bought, each title once."""
    able = [card for card in dict.fromkeys(cards) if not purchase_code(player, CARDS[card])]
    plain = tuple(card for card in able if CARDS[card].kind != "protocol")
    if plain:
        yield Choice(action=action, fields=(_one("card", plain),))
    protocols = tuple(card for card in able if CARDS[card].kind == "protocol")
    if protocols:
        yield from _licensed(action, "card", protocols)


def _relicense(state: State, player: Player) -> Iterator[Choice]:
    mine = [licence for licence in state.licences if licence.deployer == player.seat]
    able = [one for one in mine if not purchases.relax_code(state, one)]
    for kind in purchases.KINDS:
        protocols = tuple(one.protocol for one in able if kind in purchases.less_restrictive(one))
        if protocols:
            yield _under("relicense", kind, _one("protocol", protocols))


def _allocate(state: State, player: Player) -> Iterator[Choice]:
    for app, most in deployment.possible(state, player.seat):
        users = Number(name="users", least=1, most=most)
        yield Choice(action="allocate", given={"app": app}, fields=(users,))
    yield Choice(action="pass")


def _licensed(action: str, name: str, of: tuple[str, ...]) -> Iterator[Choice]:
    for kind in purchases.KINDS:
        yield _under(action, kind, _one(name, of))


def _under(action: str, kind: LicenceKind, pick: Pick) -> Choice:
    """Return a choice with this licence; RAND has a fee as well."""
    fee = Number(name="fee", least=FEE_LEAST, most=FEE_MOST)
    fields: tuple[Field, ...] = (pick, fee) if kind == "rand" else (pick,)
    return Choice(action=action, given={"licence": kind}, fields=fields)


def _one(name: str, of: tuple[str, ...]) -> Pick:
    return Pick(name=name, of=of, least=1, most=1, single=True)


# --- Open decision, its time and its default (rules 15)


SECONDS = {"founder": 60, "invest": 90, "keep": 30, "allocate": 30}


def decision(state: State) -> Decision | None:
    """Return the open decision with its seconds (rules 15), or None when it is over."""
    kind = kind_asked(state)
    if not kind:
        return None
    return Decision(id=decision_id(state), kind=kind, asked=(state.turn,), seconds=SECONDS[kind])


def default(state: State) -> Action:
    """Return the default answer, which spends nothing for an absent player."""
    decision = decision_id(state)
    match kind_asked(state):
        case "founder":
            # A closed licence can still be changed to any other.
            return Founder(decision=decision, kit=state.kits[0], licence="closed")
        case "invest":
            return EndTurn(decision=decision)
        case "keep":
            return Keep(decision=decision)
        case "allocate":
            app, users = deployment.largest(state, state.turn)
            return Allocate(decision=decision, app=app, users=users)
        case other:
            raise ValueError(f"nothing is asked: {other!r}")
