"""The record of a match without its ballots (rules 14.6), and its verification."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.blanks.rules.state import Laid, Phase, Result, State, asked, live_plays
from games.blanks.rules.view import BlanksView
from games.engine.base import Engine, TableTitle
from games.engine.dealer import Drawn
from games.engine.record import Checker, Line, Replayed, faults_of

Entry = Mapping[str, Any]
Voters = dict[int, frozenset[str]]  # seat -> handles that were votable for it when it voted


def possible(
    state: State, entries: Sequence[Entry], counts: Mapping[int, int] | None
) -> dict[int, str] | None:
    """Return a possible vote for each seat that votes in the rest of a Vote phase.

    `state` is the state before the first vote, and `entries` starts with that vote. `counts` has
    the votes of each live play by seat; None if the round was broken off. Returns handles by seat,
    or None if no ballots give these counts.
    """
    voters, left = _voters(state, entries)
    if counts is None:
        return {seat: min(handles) for seat, handles in voters.items()}
    slots = [handle for handle, author in left.items() for _ in range(counts.get(author, 0))]
    spare = {laid.handle for laid in live_plays(state)} - set(left)
    return _matched(voters, slots, spare)


def _voters(state: State, entries: Sequence[Entry]) -> tuple[Voters, dict[str, int]]:
    """Return the handles that each voter may choose, and the plays that stay live.

    The former by seat, the latter as authors by handle.
    """
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
    """Return a handle by seat, so that each slot gets exactly one vote.

    All other voters vote for `spare` plays, which are withdrawn later. None if there is no such
    matching.
    """
    # Augmenting paths: first every slot finds a voter, then every remaining voter a place. A path
    # never frees what is covered, so both hold in the end if that is possible.
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
    """Find a voter for a place, moving others if necessary. Return True if found."""
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
    """Find a place for a voter, moving others if necessary. Return True if found."""
    for place, handle in enumerate(places):
        if place in seen or handle not in voters[seat]:
            continue
        seen.add(place)
        if place not in taken or _seat(taken[place], places, voters, taken, seen):
            taken[place] = seat
            return True
    return False


# --- Contents of the record: everything but ballots and handles (rules 14.6)


class BlanksKeeper:
    """The keeper of Blanks' records. Implements `record.Keeper`."""

    def action(self, line: Line) -> dict[str, Any]:
        """Return the action as recorded: a vote without its handle."""
        return {"action": "vote"} if line.action["action"] == "vote" else line.action

    def shows(self, drawn: Drawn) -> bool:
        """Return True unless the draw made a handle (rules 14.6)."""
        return drawn.name != "handle"

    def parts(self, engine: Engine, replayed: Sequence[Replayed]) -> dict[str, Any]:
        """Return the results of all scored rounds under "rounds"."""
        return {"rounds": [part for one in replayed if (part := round_part(one)) is not None]}

    def past(self, view: BlanksView) -> BlanksView:
        """Return a past view without the viewer's vote, and with numbers for handles.

        Rules 14.6.
        """
        plays = view.plays and tuple(
            replace(play, handle=str(number)) for number, play in enumerate(view.plays, 1)
        )
        choices = tuple(choice for choice in view.choices if choice.action != "vote")
        return replace(view, my_vote=None, plays=plays, choices=choices)


KEEPER = BlanksKeeper()


def round_part(replayed: Replayed) -> dict[str, Any] | None:
    """Return the result of the round that ended with this line, or None."""
    before: State | None = replayed.before
    after: State = replayed.step.state
    if before is None or len(after.results) == len(before.results):
        return None
    result = after.results[-1]
    return {
        "round": result.round,
        "black": result.black,
        "voted": result.voted,
        "plays": [_play(before, replayed.line, laid, result) for laid in before.plays],
        "points": list(result.points),
    }


def _play(before: State, line: Line, laid: Laid, result: Result) -> dict[str, Any]:
    """Return a play as it lay on the table at the end of its round.

    The votes of a withdrawn play are left out.
    """
    just_left = line.action["action"] == "leave" and line.seat == laid.seat
    withdrawn = laid.withdrawn or just_left
    votes = next((count.votes for count in result.votes if count.seat == laid.seat), 0)
    part: dict[str, Any] = {
        "seat": laid.seat,
        "cards": list(laid.cards),
        "shown": before.phase is Phase.VOTE and laid.handle != "",
        "withdrawn": withdrawn,
    }
    return part if withdrawn else {**part, "votes": votes}


# --- Verification of a record without its ballots (rules 14.6)
#
# The record is played again with some ballots that give the recorded counts. Nobody can check that
# the true ballots gave them.


def check_record(title: TableTitle, record: Mapping[str, Any]) -> list[str]:
    """Return the faults of a record; see `base.Title.check_record`."""
    return faults_of(lambda: BlanksChecker(title, record))


class BlanksChecker(Checker):
    """A checker that makes up the ballots, so that the votes can be played again."""

    def __init__(self, title: TableTitle, record: Mapping[str, Any]) -> None:
        super().__init__(title, record)
        self._ballots: tuple[int, dict[int, str]] = (0, {})  # a round, and its ballots by seat

    def told(self, state: Any, place: int) -> Mapping[str, Any]:
        """Return the action at this place, with a made-up ballot for a vote.

        The ballots of a round give the recorded counts.
        """
        raw = super().told(state, place)
        return self._vote(state, place) if raw["action"] == "vote" else raw

    def _vote(self, state: State, place: int) -> dict[str, Any]:
        seat = self.entries[place]["seat"]
        if state.phase is Phase.VOTE and self._ballots[0] != state.round:
            counts = _counts(self.record, state.round)
            ballots = possible(state, self.entries[place:], counts)
            if ballots is None:
                raise ValueError(f"round {state.round}: no ballots give the counts told")
            self._ballots = (state.round, ballots)
        return {"action": "vote", "round": state.round, "handle": self._ballots[1].get(seat, "")}


def _counts(record: Mapping[str, Any], number: int) -> dict[int, int] | None:
    for part in record["rounds"]:
        if part["round"] == number:
            return {play["seat"]: play["votes"] for play in part["plays"] if "votes" in play}
    return None
