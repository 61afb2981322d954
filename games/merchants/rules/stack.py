"""The Stack: who may answer, and how it resolves (rules 8.2, 8.3)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.merchants.rules import powers
from games.merchants.rules.cards import Mode
from games.merchants.rules.draft import Draft
from games.merchants.rules.state import Phase, Played, Stack

Plays = Sequence[tuple[str, Mode]]


def open_for_all(draft: Draft) -> None:
    """Open the Stack of the Power Phase; the Dealer is asked first."""
    draft.stack = Stack(queue=tuple(draft.around(draft.dealer)))
    _ask_next(draft)


def go(draft: Draft, seat: int, plays: Plays) -> None:
    """Put cards on the Stack, a new one if there is none; everybody else may answer."""
    old = draft.stack or Stack()
    new = tuple(Played(card=card, mode=mode, seat=seat) for card, mode in plays)
    for played in new:
        draft.players[seat].hand.remove(played.card)
    draft.tell("played", seat=seat, plays=[[card, mode] for card, mode in plays])
    draft.stack = replace(old, cards=(*old.cards, *new), queue=tuple(draft.others(seat)))
    _ask_next(draft)


def drop(draft: Draft, seat: int) -> None:
    """Pass for this seat, the first of the queue."""
    assert draft.stack is not None
    draft.tell("passed", seat=seat, what="stack")
    draft.stack = replace(draft.stack, queue=draft.stack.queue[1:])
    _ask_next(draft)


def may_answer(draft: Draft, seat: int) -> bool:
    """Return True if this seat is not barred and has cards in hand."""
    # Only open facts: prompts must not reveal which cards a hand holds (2.5).
    barred = draft.event is not None and seat in draft.event.no_playing
    return bool(draft.players[seat].hand) and not barred


def _ask_next(draft: Draft) -> None:
    assert draft.stack is not None
    queue = tuple(seat for seat in draft.stack.queue if may_answer(draft, seat))
    draft.stack = replace(draft.stack, queue=queue, closed=not queue)
    if queue:
        draft.ask(Phase.STACK, queue[0])
    else:
        resolve(draft)


def resolve(draft: Draft) -> None:
    """Resolve the Stack from the top until it is empty or somebody is asked.

    There is no Stack once it is empty.
    """
    while draft.stack is not None and draft.stack.cards:
        *rest, played = draft.stack.cards
        draft.stack = replace(draft.stack, cards=tuple(rest), resolving=played)
        if not powers.begin(draft, played):
            return
        place(draft)
    draft.stack = None


def place(draft: Draft) -> None:
    """Move the resolved card to where it belongs: a Power goes to Exile.

    A joker has been placed already.
    """
    assert draft.stack is not None
    played = draft.stack.resolving
    if played is not None and played.mode == "power" and not powers.places_itself(played):
        draft.exile.append(played.card)
    draft.stack = replace(draft.stack, resolving=None, market=0)
