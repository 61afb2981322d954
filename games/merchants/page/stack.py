"""The stack of played cards: what lies on it, what resolves, and who may answer next."""

from __future__ import annotations

from dataclasses import dataclass

from chat.core.translation import gettext as _
from games.merchants.page import naming
from games.merchants.page.faces import Face, face
from games.merchants.rules.view import MerchantsView, PlayedView
from games.page.kit import Who, who
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Played:
    """A card of the stack. `mode`: how it was played, in words; `text`: what it will do."""

    face: Face
    who: Who
    mode: str
    power: bool
    text: str


@dataclass(frozen=True)
class Stack:
    """`cards`: top first. `asked`: whose answer is awaited; `later`: who is asked after that."""

    cards: tuple[Played, ...]
    resolving: Played | None
    asked: Who | None
    later: tuple[Who, ...]
    closed: bool
    phase_of_powers: bool


def stack_of(snapshot: MatchSnapshot, view: MerchantsView) -> Stack | None:
    stack = view.stack
    if stack is None:
        return None
    queue = [who(snapshot, seat) for seat in stack.queue]
    return Stack(
        cards=tuple(played(snapshot, one) for one in reversed(stack.cards)),
        resolving=None if stack.resolving is None else played(snapshot, stack.resolving),
        asked=queue[0] if queue and not stack.closed else None,
        later=() if stack.closed else tuple(queue[1:]),
        closed=stack.closed,
        phase_of_powers=view.stage == "power",
    )


def played(snapshot: MatchSnapshot, one: PlayedView) -> Played:
    power = one.mode == "power"
    return Played(
        face=face(one.card),
        who=who(snapshot, one.seat),
        mode=_("power") if power else _("emblem"),
        power=power,
        text=naming.power_text(one.card) if power else naming.emblem_text(one.card),
    )
