"""Checking the record of a match without its ballots (rules 14.6).

It plays the record again, with some ballots that give the counts told. That the counts are the sum
of the true ballots cannot be checked, and is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.engines import codec, record as records
from games.engines.base import IllegalAction, Item, SeatSetup, Setup, Step
from games.engines.blanks.ballots import possible
from games.engines.blanks.content import Content
from games.engines.blanks.engine import BlanksEngine
from games.engines.blanks.keeper import KEEPER
from games.engines.blanks.options import BlanksOptions
from games.engines.blanks.state import Phase, State
from games.engines.dealer import Drawn, Logged
from games.engines.record import Line, Replayed, Rest

NOT_CHECKED = "Not checked: that the counts are the sum of the ballots, which stay secret."


class Broken(Exception):
    """The record does not hold here; nothing after it can be checked."""


def check_record(record: Mapping[str, Any]) -> list[str]:
    """What is wrong with a record's moves, draws and result; empty: it holds."""
    try:
        return _Check(record).run()
    except Broken as broken:
        return [str(broken)]
    except (msgspec.ValidationError, LookupError, TypeError, ValueError, AttributeError) as error:
        return [f"the record cannot be read: {type(error).__name__}: {error}"]


class _Told:
    """Chance as the record tells it; handles are not in it, so others stand in for them."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        self._number = entry["number"]
        self._logged = Logged([(one["name"], tuple(one["out"])) for one in entry["drawn"]])
        self._calls = 0
        self.drawn: list[Drawn] = []

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        return self._note(self._logged.draw(name, pool, count))

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        return self._note(self._logged.shuffle(name, items))

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        return self._note(self._logged.roll(name, dice, sides))

    def token(self, name: str) -> str:
        self._calls += 1
        return f"{self._number}.{self._calls}"

    def done(self) -> bool:
        return self._logged.done()

    def _note(self, out: tuple[Item, ...]) -> tuple[Item, ...]:
        place = f"{self._number}.{self._calls}"
        self.drawn.append(msgspec.structs.replace(self._logged.drawn[-1], place=place))
        self._calls += 1
        return out


class _Check:
    def __init__(self, record: Mapping[str, Any]) -> None:
        self._record = record
        self._entries: list[Mapping[str, Any]] = record["entries"]
        self._engine = BlanksEngine(_setup(record))
        self._rest = Rest()
        self._ballots: tuple[int, dict[int, str]] = (0, {})  # of the round under way
        self._replayed: list[Replayed] = []
        self.faults: list[str] = []

    def run(self) -> list[str]:
        state: State | None = None
        for place, entry in enumerate(self._entries):
            state = self._replay(state, place, entry)
        if state is None or state.phase is not Phase.OVER:
            raise Broken("the match is not over where the record ends")
        self._same("outcome", codec.plain(self._engine.outcome(state)))
        for name, part in KEEPER.parts(self._engine, self._replayed).items():
            self._same(name, part)
        return self.faults

    def _same(self, name: str, found: Any) -> None:
        if codec.encode(self._record[name]) != codec.encode(found):
            self.faults.append(f"{name}: does not follow from the entries")

    def _replay(self, state: State | None, place: int, entry: Mapping[str, Any]) -> State:
        chance = _Told(entry)
        try:
            step = self._step(state, place, chance)
        except IllegalAction as refusal:
            raise Broken(f"entry {entry['number']}: not legal ({refusal.code})") from refusal
        except ValueError as error:
            raise Broken(f"entry {entry['number']}: {error}") from error
        if not chance.done():
            raise Broken(f"entry {entry['number']}: more was drawn than the rules ask for")
        self._compare(entry, chance.drawn)
        line = Line(number=entry["number"], seat=entry["seat"], action=entry["action"])
        self._replayed.append(Replayed(line=line, before=state, step=step, drawn=()))
        after: State = step.state
        return after

    def _step(self, state: State | None, place: int, chance: _Told) -> Step:
        entry = self._entries[place]
        raw = entry["action"]
        if state is None:
            if raw != {"action": records.START}:
                raise ValueError("the start was to come")
            return self._engine.begin(chance)
        if raw["action"] == "vote":
            raw = self._vote(state, place)
        action = records.typed_action(self._engine, raw)
        return self._engine.apply(state, entry["seat"], action, chance)

    def _vote(self, state: State, place: int) -> dict[str, Any]:
        seat = self._entries[place]["seat"]
        if state.phase is Phase.VOTE and self._ballots[0] != state.round:
            counts = _counts(self._record, state.round)
            ballots = possible(state, self._entries[place:], counts)
            if ballots is None:
                raise ValueError(f"round {state.round}: no ballots give the counts told")
            self._ballots = (state.round, ballots)
        return {"action": "vote", "round": state.round, "handle": self._ballots[1].get(seat, "")}

    def _compare(self, entry: Mapping[str, Any], drawn: Sequence[Drawn]) -> None:
        """Kind, place and pool of each draw as the rules ask for it."""
        asked = [records.draw_part(one, self._rest) for one in drawn]
        if asked != entry["drawn"]:
            self.faults.append(f"entry {entry['number']}: its draws are not those of the rules")


def _setup(record: Mapping[str, Any]) -> Setup:
    began = [seat for seat in record["seats"] if not seat["joined"]]
    seats = sorted(began, key=lambda seat: int(seat["seat"]))
    return Setup(
        seats=tuple(SeatSetup(bot=seat["bot"]) for seat in seats),
        options=codec.build(record["options"], BlanksOptions),
        content=codec.build(record["content"], Content),
    )


def _counts(record: Mapping[str, Any], number: int) -> dict[int, int] | None:
    for part in record["rounds"]:
        if part["round"] == number:
            return {play["seat"]: play["votes"] for play in part["plays"] if "votes" in play}
    return None
