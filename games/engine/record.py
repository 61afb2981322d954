"""The record of a finished match: one file, the same for everybody, that opens its chance.

It is built by replaying the log, so that what it shows follows from the draws and the actions and
from nothing else. What a game keeps closed for ever is left out by its `Keeper`.
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
SEATING = 0  # the entry in whose name the dealer seats people, before the log begins
_HOUSE = {kind.__struct_config__.tag for kind in (Timeout, Join, Leave, Abort)}


class Line(Value):
    """One entry of a match's log. The first is the start, {"action": "begin"}.

    `seat` None: the clock or the house. `at`: ISO text. `drawn`: name and what came out, in order;
    the place of each is "number.index", and what it was drawn from is found again by replaying.
    `salt`: of its digest, where the log has a chain.
    """

    number: int
    seat: int | None
    action: dict[str, Any]
    at: str = ""
    drawn: tuple[tuple[str, tuple[str | int, ...]], ...] = ()
    salt: str = ""


class SeatName(Value):
    """Who sat on a seat, as shown now. `joined`: came after the start."""

    seat: int
    name: str
    bot: bool = False
    joined: bool = False


class Replayed(Value):
    """One line carried out again: the state before it (None at the start) and what came of it."""

    line: Line
    before: Any
    step: Step
    drawn: tuple[Drawn, ...]


class Keeper(Protocol):
    """What of a game goes into its record, and into what a match is stepped through by."""

    def action(self, line: Line) -> dict[str, Any]:
        """The action as the record shows it."""
        ...

    def shows(self, drawn: Drawn) -> bool:
        """Whether this draw may be shown."""
        ...

    def parts(self, engine: Engine, replayed: Sequence[Replayed]) -> dict[str, Any]:
        """More that the record holds, under names of the game's own ("rounds")."""
        ...

    def past(self, view: Any) -> Any:
        """A view of long ago as anybody may see it who may see the record."""
        ...


class Open:
    """Keeps everything, adds nothing: for games whose end opens all there is."""

    def action(self, line: Line) -> dict[str, Any]:
        return line.action

    def shows(self, drawn: Drawn) -> bool:
        return True

    def parts(self, engine: Engine, replayed: Sequence[Replayed]) -> dict[str, Any]:
        return {}

    def past(self, view: Any) -> Any:
        return view


def keeper_of(title: TableTitle) -> Keeper:
    """The title's `keeper`, or `Open`."""
    keeper: Keeper = title.keeper or Open()
    return keeper


def typed_action(engine: Engine, raw: Mapping[str, Any]) -> Any:
    """A logged action, typed: of a seat or of the house."""
    if raw.get("action") in _HOUSE:
        return codec.decode_house(raw)
    return codec.decode_action(raw, engine.action_type)


def replay(engine: Engine, lines: Sequence[Line], state: Any = None) -> Iterator[Replayed]:
    """The log carried out again, from its start or from the `state` before these lines.

    Raises `ValueError` or `IllegalAction` where it does not fit.
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
    """The record, JSON-able. `seal` and `secret` are the dealer's; times stand in it as given.

    `contributions`: in the order of joining. `head`: the last link of the log's chain. Where there
    are none, nothing is said of them.
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
    """What players added to chance, as a record says it."""
    return {"contributions": [codec.plain(one) for one in contributions]} if contributions else {}


def chain_part(head: str) -> dict[str, Any]:
    """The form of the chain and its last link, as a record has them; empty without a chain."""
    return {"chain": FORM, "head": head} if head else {}


def made_from(title: TableTitle, engine: Engine) -> dict[str, Any]:
    """What the first link of the chain holds of a match: each stands in its record."""
    return {
        "game": title.slug,
        "rules": engine.version,
        **_began(engine.setup),
        **_setup(engine.setup),
    }


def _began(setup: Setup) -> dict[str, Any]:
    """Who sat there at the start: a bot may have taken a seat since."""
    return {"began": codec.plain(setup.seats)}


def _setup(setup: Setup) -> dict[str, Any]:
    return {
        "options": codec.plain(setup.options),
        "content": codec.plain(setup.content),
    }


def _seating(title: TableTitle, key: str, seats: int) -> list[dict[str, Any]]:
    """How seats were dealt, where they are: the places in order of joining, shuffled."""
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
    """What shows that the action is the one of the log's chain: its salt.

    Of one that the record does not show (a ballot), its digest: with the salt, whoever tried all
    that it can have been would find out what it was.
    """
    if keeper.action(line) == line.action:
        return {"salt": line.salt}
    return {"digest": digest_of_action(line.salt, line.action)}


class Rest:
    """What is left of each pool, so that it need not be told again and again."""

    def __init__(self) -> None:
        self._left: dict[str, tuple[str | int, ...]] = {}

    def told(self, drawn: Drawn) -> Any:
        """ "rest" if this pool is what was left of the last one of this name, else the pool."""
        same = self._left.get(drawn.name) == drawn.of
        self._left[drawn.name] = left_of(drawn.of, drawn.out)
        return "rest" if same and drawn.of else list(drawn.of)


def left_of(pool: Sequence[str | int], out: Sequence[str | int]) -> tuple[str | int, ...]:
    """The pool in its order, less what came out (each once)."""
    left = list(pool)
    for item in out:
        left.remove(item)
    return tuple(left)


def draw_part(drawn: Drawn, rest: Rest) -> dict[str, Any]:
    """A draw as the record shows it."""
    pools = drawn.kind in ("draw", "shuffle")
    return {
        "place": drawn.place,
        "kind": drawn.kind,
        "name": drawn.name,
        "of": rest.told(drawn) if pools else list(drawn.of),
        "out": list(drawn.out),
    }


# --- Checking a downloaded record: it is played again, and everything it says is compared.
#
# What a record keeps closed for ever (the ballots of Blanks) is filled in by its game, which then
# overrides `Checker.told`; all other games use `check_record` as it is.


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
            if entry["action"] != {"action": START}:
                raise ValueError("the start was to come")
            begun: Step = self.engine.begin(chance)
            return begun
        action = typed_action(self.engine, self.told(state, place))
        after: Step = self.engine.apply(state, entry["seat"], action, chance)
        return after

    def _compare(self, entry: Mapping[str, Any], drawn: Sequence[Drawn]) -> None:
        """Kind, place and pool of each draw as the rules ask for it."""
        asked = [draw_part(one, self._rest) for one in drawn]
        if asked != entry["drawn"]:
            self.faults.append(f"entry {entry['number']}: its draws are not those of the rules")


def setup_of(title: TableTitle, record: Mapping[str, Any]) -> Setup:
    """What the match was made from."""
    return Setup(
        seats=tuple(SeatSetup(bot=seat["bot"]) for seat in record["began"]),
        options=codec.build(record["options"], title.options_type),
        content=codec.build(record["content"], title.content_type),
    )
