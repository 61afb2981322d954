"""Checking a downloaded record: it is played again, and everything it says is compared.

What a record keeps closed for ever (the ballots of Blanks) is filled in by its game, which then
overrides `Checker.told`; all other games use `check_record` as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.engine import codec, record as records
from games.engine.base import IllegalAction, Item, SeatSetup, Setup, Step, TableTitle
from games.engine.dealer import Drawn, Logged
from games.engine.record import Keeper, Line, Replayed, Rest

UNREADABLE = (msgspec.ValidationError, LookupError, TypeError, ValueError, AttributeError)


class Broken(Exception):
    """The record does not hold here; nothing after it can be checked."""


def check_record(title: TableTitle, record: Mapping[str, Any]) -> list[str]:
    """As `base.Title.check_record`, for games whose records hold everything."""
    return faults_of(lambda: Checker(title, record))


def faults_of(make: Any) -> list[str]:
    """Runs the checker that `make` returns; what cannot be read is a fault as well."""
    try:
        faults: list[str] = make().run()
    except Broken as broken:
        return [str(broken)]
    except UNREADABLE as error:
        return [f"the record cannot be read: {type(error).__name__}: {error}"]
    return faults


class Told:
    """Chance as an entry tells it; tokens that are never shown are stood in for by others."""

    def __init__(self, entry: Mapping[str, Any], keeper: Keeper) -> None:
        self._number = entry["number"]
        self._keeper = keeper
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
        if self._keeper.shows(Drawn(place=self._place, kind="token", name=name, of=(), out=())):
            return self._note((self._logged.token(name),))[0]
        self._calls += 1
        return f"{self._number}.{self._calls}"

    def done(self) -> bool:
        return self._logged.done()

    @property
    def _place(self) -> str:
        return f"{self._number}.{self._calls}"

    def _note(self, out: tuple[Item, ...]) -> tuple[Item, ...]:
        self.drawn.append(msgspec.structs.replace(self._logged.drawn[-1], place=self._place))
        self._calls += 1
        return out


class Checker:
    """Plays one record again. `faults` fills; `Broken` is raised where it cannot go on."""

    def __init__(self, title: TableTitle, record: Mapping[str, Any]) -> None:
        self.record = record
        self.entries: list[Mapping[str, Any]] = record["entries"]
        self.engine = title.engines[record["rules"]](setup_of(title, record))
        self.faults: list[str] = []
        self._keeper = records.keeper_of(title)
        self._rest = Rest()
        self._replayed: list[Replayed] = []

    def run(self) -> list[str]:
        state: Any = None
        for place, entry in enumerate(self.entries):
            state = self._replay(state, place, entry)
        if state is None or self.engine.pending(state) is not None:
            raise Broken("the match is not over where the record ends")
        self._same("outcome", codec.plain(self.engine.outcome(state)))
        for name, part in self._keeper.parts(self.engine, self._replayed).items():
            self._same(name, part)
        return self.faults

    def told(self, state: Any, place: int) -> Mapping[str, Any]:
        """The action at this place as it may have been posted in this state."""
        action: Mapping[str, Any] = self.entries[place]["action"]
        return action

    def _same(self, name: str, found: Any) -> None:
        if codec.encode(self.record[name]) != codec.encode(found):
            self.faults.append(f"{name}: does not follow from the entries")

    def _replay(self, state: Any, place: int, entry: Mapping[str, Any]) -> Any:
        chance = Told(entry, self._keeper)
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
        return step.state

    def _step(self, state: Any, place: int, chance: Told) -> Step:
        entry = self.entries[place]
        if state is None:
            if entry["action"] != {"action": records.START}:
                raise ValueError("the start was to come")
            begun: Step = self.engine.begin(chance)
            return begun
        action = records.typed_action(self.engine, self.told(state, place))
        after: Step = self.engine.apply(state, entry["seat"], action, chance)
        return after

    def _compare(self, entry: Mapping[str, Any], drawn: Sequence[Drawn]) -> None:
        """Kind, place and pool of each draw as the rules ask for it."""
        asked = [records.draw_part(one, self._rest) for one in drawn]
        if asked != entry["drawn"]:
            self.faults.append(f"entry {entry['number']}: its draws are not those of the rules")


def setup_of(title: TableTitle, record: Mapping[str, Any]) -> Setup:
    """What the match was made from."""
    return Setup(
        seats=tuple(SeatSetup(bot=seat["bot"]) for seat in record["began"]),
        options=codec.build(record["options"], title.options_type),
        content=codec.build(record["content"], title.content_type),
    )
