"""The record of a finished match, which opens the match's randomness.

A record is one file, the same for everybody. It is built by replaying the log, so everything in it
follows from the draws and the actions. What a game keeps secret for ever is left out by its
`Keeper`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from games.engine import codec
from games.engine.base import (
    Abort,
    Engine,
    IllegalAction,
    Item,
    Join,
    Leave,
    SeatSetup,
    Setup,
    Step,
    TableTitle,
    Timeout,
    Value,
)
from games.engine.chain import FORM, digest_of_action
from games.engine.dealer import Contribution, Dealer, Drawn, Logged, mixed

FORMAT = "ridotto-record"
VERSION = 1
START = "begin"
SEATING = 0  # the entry number for the dealer's draw of the seating, before the log begins
_HOUSE = {kind.__struct_config__.tag for kind in (Timeout, Join, Leave, Abort)}


class Line(Value):
    """An entry of a match's log. The first one is the start, {"action": "begin"}."""

    number: int
    seat: int | None  # None: the clock or the site acted
    action: dict[str, Any]
    at: str = ""  # ISO text
    # Name and result of each draw, in order. The place of a draw is "number.index"; replaying the
    # match gives the pool that it was drawn from.
    drawn: tuple[tuple[str, tuple[str | int, ...]], ...] = ()
    salt: str = ""  # of the action's digest, if the log has a chain


class SeatName(Value):
    """A seat with the name of its player, as it is shown now."""

    seat: int
    name: str
    bot: bool = False
    joined: bool = False  # after the start


class Replayed(Value):
    """A log entry applied again, with its result."""

    line: Line
    before: Any  # the state before it, None at the start
    step: Step
    drawn: tuple[Drawn, ...]


class Keeper(Protocol):
    """A game's policy on what its records and replays show."""

    def action(self, line: Line) -> dict[str, Any]:
        """Return the action as the record shows it."""
        ...

    def shows(self, drawn: Drawn) -> bool:
        """Return True if this draw may be shown."""
        ...

    def parts(self, engine: Engine, replayed: Sequence[Replayed]) -> dict[str, Any]:
        """Return the game's own additions to the record, by name ("rounds")."""
        ...

    def past(self, view: Any) -> Any:
        """Return a past view, reduced to what everybody may see who may see the record."""
        ...


class Open:
    """A keeper that shows everything and adds nothing.

    It is for games whose records open all there is.
    """

    def action(self, line: Line) -> dict[str, Any]:
        return line.action

    def shows(self, drawn: Drawn) -> bool:
        return True

    def parts(self, engine: Engine, replayed: Sequence[Replayed]) -> dict[str, Any]:
        return {}

    def past(self, view: Any) -> Any:
        return view


def keeper_of(title: TableTitle) -> Keeper:
    """Return the title's `keeper`, or an `Open` if it has none."""
    keeper: Keeper = title.keeper or Open()
    return keeper


def typed_action(engine: Engine, raw: Mapping[str, Any]) -> Any:
    """Return a logged action of a seat or of the site, typed."""
    if raw.get("action") in _HOUSE:
        return codec.decode_house(raw)
    return codec.decode_action(raw, engine.action_type)


def replay(engine: Engine, lines: Sequence[Line], state: Any = None) -> Iterator[Replayed]:
    """Yield each entry of a log, applied again.

    `state`: the state before these lines; not needed if they begin with the start. Raise
    `ValueError` or `IllegalAction` if the log does not fit the rules.
    """
    for line in lines:
        chance = Logged(line.drawn)
        if line.action == {"action": START}:
            step = engine.begin(chance)
        else:
            step = engine.apply(state, line.seat, typed_action(engine, line.action), chance)
        if not chance.done():
            raise ValueError(f"entry {line.number}: more was drawn than the rules ask for")
        drawn = tuple(
            msgspec.structs.replace(one, place=f"{line.number}.{index}")
            for index, one in enumerate(chance.drawn)
        )
        yield Replayed(line=line, before=state, step=step, drawn=drawn)
        state = step.state


def build(  # noqa: PLR0913  (a field each)
    title: TableTitle,
    *,
    engine: Engine,
    name: str,
    seats: Sequence[SeatName],
    seal: str,
    secret: str,
    lines: Sequence[Line],
    contributions: Sequence[Contribution] = (),
    head: str = "",
) -> dict[str, Any]:
    """Return the record of a finished match, JSON-able.

    `seal` and `secret` are the dealer's. `contributions`: in the order of joining. `head`: the last
    link of the log's chain. The record leaves out contributions and chain where there are none.
    Times are copied from the lines.
    """
    keeper = keeper_of(title)
    replayed = tuple(replay(engine, lines))
    rest = Rest()
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": title.slug,
        "rules": engine.version,
        "name": name,
        "seal": seal,
        "secret": secret,
        **added_part(contributions),
        "seats": [codec.plain(seat) for seat in seats],
        **_setup(engine.setup),
        "seating": _seating(title, mixed(secret, contributions), len(engine.setup.seats)),
        **chain_part(head),
        **_began(engine.setup),
        "entries": [_entry(keeper, entry, rest) for entry in replayed],
        **keeper.parts(engine, replayed),
        "outcome": codec.plain(engine.outcome(replayed[-1].step.state)),
    }


def added_part(contributions: Sequence[Contribution]) -> dict[str, Any]:
    """Return the part of a record with the players' contributions; empty for none."""
    return {"contributions": [codec.plain(one) for one in contributions]} if contributions else {}


def chain_part(head: str) -> dict[str, Any]:
    """Return the part of a record with form and head of the chain; empty for none."""
    return {"chain": FORM, "head": head} if head else {}


def made_from(title: TableTitle, engine: Engine) -> dict[str, Any]:
    """Return what the first link of the chain covers; all of it is in the record too."""
    return {
        "game": title.slug,
        "rules": engine.version,
        **_began(engine.setup),
        **_setup(engine.setup),
    }


def _began(setup: Setup) -> dict[str, Any]:
    # As of the start: a bot may have taken over a seat since.
    return {"began": codec.plain(setup.seats)}


def _setup(setup: Setup) -> dict[str, Any]:
    return {
        "options": codec.plain(setup.options),
        "content": codec.plain(setup.content),
    }


def _seating(title: TableTitle, key: str, seats: int) -> list[dict[str, Any]]:
    """Return the draw that numbered the seats; empty if they keep the joining order."""
    if title.seating == "joined":
        return []
    dealer = Dealer(key, SEATING)
    dealer.shuffle("seats", range(seats))
    return [draw_part(drawn, Rest()) for drawn in dealer.drawn]


def _entry(keeper: Keeper, entry: Replayed, rest: Rest) -> dict[str, Any]:
    line = entry.line
    drawn = [draw_part(one, rest) for one in entry.drawn if keeper.shows(one)]
    return {
        "number": line.number,
        "seat": line.seat,
        "at": line.at,
        "action": keeper.action(line),
        "drawn": drawn,
        **(_in_chain(keeper, line) if line.salt else {}),
    }


def _in_chain(keeper: Keeper, line: Line) -> dict[str, str]:
    """Return the salt or digest that proves the action to be the one in the chain."""
    if keeper.action(line) == line.action:
        return {"salt": line.salt}
    # With the salt, trying out every possible action would reveal one that stays secret.
    return {"digest": digest_of_action(line.salt, line.action)}


class Rest:
    """The rest of each pool, so that a record need not repeat whole pools."""

    def __init__(self) -> None:
        self._left: dict[str, tuple[str | int, ...]] = {}

    def told(self, drawn: Drawn) -> Any:
        """Return "rest" if the pool is what this name's last draw left, else the pool."""
        same = self._left.get(drawn.name) == drawn.of
        self._left[drawn.name] = left_of(drawn.of, drawn.out)
        return "rest" if same and drawn.of else list(drawn.of)


def left_of(pool: Sequence[str | int], out: Sequence[str | int]) -> tuple[str | int, ...]:
    """Return the pool in its order without the items drawn, each taken out once."""
    left = list(pool)
    for item in out:
        left.remove(item)
    return tuple(left)


def draw_part(drawn: Drawn, rest: Rest) -> dict[str, Any]:
    """Return a draw as the record shows it."""
    pools = drawn.kind in ("draw", "shuffle")
    return {
        "place": drawn.place,
        "kind": drawn.kind,
        "name": drawn.name,
        "of": rest.told(drawn) if pools else list(drawn.of),
        "out": list(drawn.out),
    }


# --- Checking a downloaded record
#
# The match is replayed from the record, and everything else in the record is compared with that.
# A game with lasting secrets (the ballots of Blanks) overrides `Checker.told` to fill them in; all
# other games use `check_record` unchanged.


UNREADABLE = (msgspec.ValidationError, LookupError, TypeError, ValueError, AttributeError)


class Broken(Exception):
    """The record does not hold at this point, and nothing after it can be checked."""


def check_record(title: TableTitle, record: Mapping[str, Any]) -> list[str]:
    """Return the faults of a record, for games whose records hold everything.

    It implements `base.Title.check_record`.
    """
    return faults_of(lambda: Checker(title, record))


def faults_of(make: Any) -> list[str]:
    """Run the checker that `make` returns and return its faults.

    A record that cannot be read is a fault as well.
    """
    try:
        faults: list[str] = make().run()
    except Broken as broken:
        return [str(broken)]
    except UNREADABLE as error:
        return [f"the record cannot be read: {type(error).__name__}: {error}"]
    return faults


class Told:
    """Randomness that repeats the draws of a record's entry.

    Tokens that are never shown are replaced by others.
    """

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
    """A replay of one record, which collects the record's faults.

    `faults` grows during the replay; `Broken` is raised if it cannot go on.
    """

    def __init__(self, title: TableTitle, record: Mapping[str, Any]) -> None:
        self.record = record
        self.entries: list[Mapping[str, Any]] = record["entries"]
        if record["rules"] not in title.engines:
            raise Broken(f"its rules, version {record['rules']}, are not among those of this site")
        self.engine = title.engines[record["rules"]](setup_of(title, record))
        self.faults: list[str] = []
        self._keeper = keeper_of(title)
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
        """Return the action at this place as it may have been posted in this state.

        Games override it for actions that a record does not show.
        """
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
            if entry["action"] != {"action": START}:
                raise ValueError("the start was to come")
            begun: Step = self.engine.begin(chance)
            return begun
        action = typed_action(self.engine, self.told(state, place))
        after: Step = self.engine.apply(state, entry["seat"], action, chance)
        return after

    def _compare(self, entry: Mapping[str, Any], drawn: Sequence[Drawn]) -> None:
        """Compare kind, place and pool of each draw with what the rules ask for."""
        asked = [draw_part(one, self._rest) for one in drawn]
        if asked != entry["drawn"]:
            self.faults.append(f"entry {entry['number']}: its draws are not those of the rules")


def setup_of(title: TableTitle, record: Mapping[str, Any]) -> Setup:
    """Return the setup that the match of this record was made from."""
    return Setup(
        seats=tuple(SeatSetup(bot=seat["bot"]) for seat in record["began"]),
        options=codec.build(record["options"], title.options_type),
        content=codec.build(record["content"], title.content_type),
    )
