"""Some ballots that give the counts of a record. The true ones are in no record (rules 14.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.blanks.rules.state import State, asked, live_plays

Entry = Mapping[str, Any]
Voters = dict[int, frozenset[str]]  # seat -> handles that were votable for it when it voted


def possible(
    state: State, entries: Sequence[Entry], counts: Mapping[int, int] | None
) -> dict[int, str] | None:
    """A handle for each seat that votes from here to the end of this Vote phase.

    `state`: before the first vote. `entries`: from that vote on. `counts`: votes of each live
    play by seat, None if the round was broken off. None if no ballots give these counts.
    """
    voters, left = _voters(state, entries)
    if counts is None:
        return {seat: min(handles) for seat, handles in voters.items()}
    slots = [handle for handle, author in left.items() for _ in range(counts.get(author, 0))]
    spare = {laid.handle for laid in live_plays(state)} - set(left)
    return _matched(voters, slots, spare)


def _voters(state: State, entries: Sequence[Entry]) -> tuple[Voters, dict[str, int]]:
    """Who votes, and the plays that are live to the end: handle -> author."""
    waited = set(asked(state))
    live = {laid.handle: laid.seat for laid in live_plays(state)}
    voters: Voters = {}
    for entry in entries:
        seat, kind = entry["seat"], entry["action"]["action"]
        if kind == "vote" and seat in waited:
            voters[seat] = frozenset(handle for handle, author in live.items() if author != seat)
        if kind == "leave":
            live = {handle: author for handle, author in live.items() if author != seat}
        if kind in ("vote", "leave"):
            waited.discard(seat)
        if kind in ("timeout", "abort") or not waited or len(live) < 2:
            break
    return voters, live


def _matched(voters: Voters, slots: Sequence[str], spare: Iterable[str]) -> dict[int, str] | None:
    """A vote in every slot, and every other voter's on a play withdrawn later.

    First each slot finds a voter; then each voter left finds a place, moving others aside. What
    was covered stays covered, so both hold in the end if they can.
    """
    places = [*slots, *(handle for handle in sorted(spare) for _ in voters)]
    taken: dict[int, int] = {}  # place -> seat
    for place in range(len(slots)):
        if not _fill(place, places, voters, taken, set()):
            return None
    for seat in voters:
        if seat not in taken.values() and not _seat(seat, places, voters, taken, set()):
            return None
    return {seat: places[place] for place, seat in taken.items()}


def _fill(
    place: int, places: Sequence[str], voters: Voters, taken: dict[int, int], seen: set[int]
) -> bool:
    """Finds a voter for a place, taking one from another place that finds a new one."""
    for seat in voters:
        if seat in seen or places[place] not in voters[seat]:
            continue
        seen.add(seat)
        other = next((old for old, sitting in taken.items() if sitting == seat), None)
        if other is None or _fill(other, places, voters, taken, seen):
            taken[place] = seat
            return True
    return False


def _seat(
    seat: int, places: Sequence[str], voters: Voters, taken: dict[int, int], seen: set[int]
) -> bool:
    """Finds a place for a voter, moving the voter there on to another place."""
    for place, handle in enumerate(places):
        if place in seen or handle not in voters[seat]:
            continue
        seen.add(place)
        if place not in taken or _seat(taken[place], places, voters, taken, seen):
            taken[place] = seat
            return True
    return False
