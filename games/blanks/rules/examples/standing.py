"""What holds after every step: cards, the one order of plays, and hands that stay hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.blanks.rules.engine import BlanksEngine
from games.blanks.rules.examples.case import Case
from games.blanks.rules.examples.views import WATCHER
from games.blanks.rules.state import Phase, State
from games.engine import codec
from games.engine.worked import Fault, same


def check_standing(case: Case) -> None:
    if case.engine is None or case.state is None:
        return
    _no_card_lost(case, case.engine, case.state)
    _one_order(case, case.state)
    for user in sorted({*case.users, WATCHER}):
        _hands_hidden(case, case.state, user)


def _no_card_lost(case: Case, engine: BlanksEngine, state: State) -> None:
    cards = engine.conserved(state)
    same("all white cards", sorted(card.id for card in case.content.white), cards["white"])
    same("all black cards", sorted(card.id for card in case.content.black), cards["black"])


def _one_order(case: Case, state: State) -> None:
    if state.phase is not Phase.VOTE:
        case.order = ()
        return
    for user in sorted({*case.users, WATCHER}):
        view = case.view(user)
        order = tuple((state.round, p.handle) for p in (view.plays if view else None) or ())
        if case.order[:1] and case.order[0][0] == state.round:
            same(f"order of plays as {user} sees it", case.order, order)
        case.order = order


def _hands_hidden(case: Case, state: State, user: str) -> None:
    own = case.seats.get(user)
    others = {card for p in state.players if p.seat != own for card in p.hand}
    seen = others.intersection(_leaves(codec.plain(case.view(user))))
    for event in case.events:
        # A closing view shows what was on the table; a reshuffle may have dealt it out since.
        if not event.once and (event.to is None or own in event.to):
            seen |= others.intersection(_leaves(event.facts))
    if seen:
        raise Fault(f"{user} is shown {sorted(seen)} of another hand")


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _leaves(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)
    elif isinstance(value, str):
        yield value
