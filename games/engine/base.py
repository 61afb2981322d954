"""The contract between the house and the rules of a game.

An `Engine` is the rules of one match: it is made from a `Setup` (who sits, which options, which
content) and holds nothing else. Every position is a value (`state`); `apply` turns one into the
next and never changes its input. What a seat may know of it is built by `view`.

The vocabulary follows OpenSpiel where it has a word (state, legal actions, chance, observation).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar, dataclass_transform

import msgspec

Scalar = str | int
Item = TypeVar("Item", str, int)


class IllegalAction(Exception):
    """An action the rules refuse. Nothing has changed.

    `code` is one of the refusal codes of the game's rules, `message` a sentence for the player:
    what happened, why, what to do.
    """

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message


# Says for the type checker what every subclass inherits: frozen, and fields by keyword only.
@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every state, action, event, view and option: frozen, typed, JSON-able."""


# --- who sits -------------------------------------------------------------------------------


class SeatSetup(Value):
    """Who sits on a seat at the start, as far as rules may care."""

    bot: bool = False


class Setup(Value):
    """What a match is made from. The same for its whole life, and never part of the state.

    `seats`: seat 0 first. `options`: the game's own options value. `content`: what the game
    copied at the start (cards of the packs, a catalogue); states refer to it by id.
    """

    seats: tuple[SeatSetup, ...]
    options: Any
    content: Any = None


# --- chance ---------------------------------------------------------------------------------


class Chance(Protocol):
    """The random actor. What answers it is the dealer (`dealer.Dealer`), a log or a script.

    `name` says what is drawn ("white-card", "event"); a pool is given in canonical order, so that
    the same secret gives the same result whatever happened inside the engine. Draw late: when a
    card is turned, not when a deck is made.
    """

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        """`count` different places of `pool`, each equally likely, in the order drawn."""
        ...

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """All of `items` in an order, each order equally likely."""
        ...

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        """`dice` numbers from 1 to `sides`."""
        ...

    def token(self, name: str) -> str:
        """An unguessable name for something that must be told apart without telling anything."""
        ...


class Randomness(Protocol):
    """What a bot decides by. Never the match's own chance."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1, each equally likely; `bound` is at least 1."""
        ...


# --- choices --------------------------------------------------------------------------------


class Pick(Value, tag="pick"):
    """Pick `least` to `most` different ones of `of`; in `ordered` ones the order matters.

    With `modes`, each picked one is given in one of these modes, sent as "item:mode". `modes_of`:
    where items differ in this, the modes of each, in the order of `of`; `modes` names them all.
    """

    name: str
    of: tuple[str, ...]
    least: int
    most: int
    ordered: bool = False
    modes: tuple[str, ...] = ()
    modes_of: tuple[tuple[str, ...], ...] = ()
    single: bool = False  # sent as one value, not as a list (then least = most = 1)


class Number(Value, tag="number"):
    """A whole number from `least` to `most`."""

    name: str
    least: int
    most: int


class Text(Value, tag="text"):
    """Free text of `least` to `most` code points."""

    name: str
    least: int
    most: int


Field = Pick | Number | Text


class Bound(Value):
    """Couples fields: the weights of all that is picked, summed, lie between `least` and `most`.

    `weights[field][i]` belongs to `of[i]` of that pick; a number counts its value times its one
    weight.
    """

    weights: dict[str, tuple[int, ...]]
    least: int
    most: int


class Choice(Value):
    """One kind of action a seat may take now.

    `action` is the tag of the action, `given` are values to be sent along as they stand (the round
    or the decision this answers), `fields` what is to be chosen. Every way of filling the fields
    inside their bounds is legal; what is in no choice is refused.
    """

    action: str
    given: dict[str, Scalar] = {}
    fields: tuple[Field, ...] = ()
    bound: Bound | None = None
    final: bool = True  # cannot be taken back: a page may ask once more


# --- what is awaited ------------------------------------------------------------------------


class Decision(Value):
    """What the match waits for.

    `id` changes exactly when the clock starts anew. `asked`: the seats that owe an answer, rising;
    for the server only, a view says what others may know of it. `seconds`: the time the rules give.
    """

    id: str
    kind: str
    asked: tuple[int, ...]
    seconds: int


# --- what happens ---------------------------------------------------------------------------


class Timeout(Value, tag="timeout", tag_field="action"):
    """The clock: the time of this decision is up. Applies the default of every seat still asked.

    Refused with `stale` when another decision is open: nothing happens then.
    """

    decision: str


class Join(Value, tag="join", tag_field="action"):
    """Somebody sits down on a new seat in a running match (open rosters only)."""

    bot: bool = False


class Leave(Value, tag="leave", tag_field="action"):
    """The one on this seat is out of the match for good (open rosters only)."""

    how: Literal["left", "kicked", "removed"] = "left"


class Abort(Value, tag="abort", tag_field="action"):
    """A moderator, or all people at the table, end the match without result."""

    why: Literal["moderator", "agreed", "abandoned"] = "moderator"


HouseAction = Timeout | Join | Leave | Abort


class Event(Value):
    """Something to tell.

    `to`: the seats that are told; None is everybody, spectators included. `facts`: what the
    sentence needs, JSON-able; seats are numbers under the key "seat" or "seats".
    `fades`: for how many chapters (see `Step.chapter`) the log shows it; None is always. When the
    match is over, faded events are shown again. `opens`: a private event everybody may read when
    the match is finished. `once`: not for the log, but told once to each open page of `to`.
    """

    kind: str
    facts: dict[str, Any] = {}
    to: tuple[int, ...] | None = None
    fades: int | None = None
    opens: bool = False
    once: bool = False


S = TypeVar("S")


class Step(msgspec.Struct, frozen=True):
    """The result of a transition: the next state, what to tell, and the chapter it belongs to.

    A chapter is what the game's log counts in (a round); it never falls.
    """

    state: Any
    events: tuple[Event, ...] = ()
    chapter: int = 0


class Standing(Value):
    """One line of the result. `rank` None: has no rank (left). Equal ranks are ties."""

    seat: int
    rank: int | None
    score: int
    winner: bool = False
    note: str = ""


class Outcome(Value):
    """How a match ended. `reason` is one of the game's end reasons; standings best first."""

    reason: str
    standings: tuple[Standing, ...]

    @property
    def is_won(self) -> bool:
        """Whether anybody has."""
        return any(standing.winner for standing in self.standings)


# --- what a seat sees -----------------------------------------------------------------------


class View(Value, kw_only=True):
    """What one seat (None: a spectator) may see. Each game adds its own fields.

    `decision`: id of the open decision, "" when over. `awaited`: the seats everybody may know to
    be awaited. `mine`: whether this viewer owes an answer. `choices`: what this viewer may do now.
    `away`: the seats that are away by a rule of the game's own (`own_away`), which all may know.
    """

    seat: int | None
    phase: str
    decision: str
    awaited: tuple[int, ...]
    mine: bool
    choices: tuple[Choice, ...]
    away: tuple[int, ...] = ()


class Bot(Protocol):
    """A policy: from a view and the choices in it to an action in its raw form.

    Returns the mapping that a person's post would carry ({"action": ..., field: ...}), or None to
    wait.
    """

    def __call__(self, view: Any, chance: Randomness) -> Mapping[str, Any] | None: ...


class Engine(Protocol):
    """The rules of one match. Made by `Engine(setup)`; every method is a pure function."""

    version: int
    state_type: type
    action_type: Any  # the union of what a seat may post, decoded by `codec.decode_action`
    setup: Setup

    def __init__(self, setup: Setup) -> None: ...

    def begin(self, chance: Chance) -> Step:
        """The first position."""
        ...

    def pending(self, state: Any) -> Decision | None:
        """What is awaited now; None: the match is over. `asked` is never empty."""
        ...

    def choices(self, state: Any, seat: int) -> Sequence[Choice]:
        """What this seat may do. A seat outside `asked` may have choices too."""
        ...

    def apply(self, state: Any, seat: int | None, action: Any, chance: Chance) -> Step:
        """The transition. Raises `IllegalAction` in the order of codes of the rules.

        `action` is one of `action_type`, or a `HouseAction` (the services make those; for `Join`
        and `Leave` the seat is the one concerned, for `Timeout` and `Abort` None).
        """
        ...

    def view(self, state: Any, seat: int | None) -> View:
        """What this seat may see, built from what it may know, choices included."""
        ...

    def default_action(self, state: Any, seat: int) -> Any:
        """What the clock plays for a seat that owes an answer. May be of a type nobody can post."""
        ...

    def auto_action(self, state: Any, seat: int, preferences: Mapping[str, Any]) -> Any | None:
        """A pass the house may play for this seat after a delay that it draws, or None."""
        ...

    def outcome(self, state: Any) -> Outcome | None:
        """The result, or None while the match runs."""
        ...

    def scramble(self, state: Any, seat: int | None, chance: Chance) -> Any:
        """Another possible state that this viewer cannot tell from this one."""
        ...

    def conserved(self, state: Any) -> Mapping[str, Any]:
        """What no action may change (cards, money), for the conservation test."""
        ...


# --- a title --------------------------------------------------------------------------------


class NoOptions(Value):
    """For games that are always played the same way."""


class NoPreferences(Value):
    """For games in which nothing is ever played for somebody who is there."""


class Preset(Value):
    """Options under a name, for one-click tables. `table` are options of the table itself.

    `guides`: a first game with hints is played with this one; `at_once`: a game against bots that
    begins with one click (else the first preset).
    """

    slug: str
    label: str
    note: str
    options: dict[str, Any] = {}
    table: dict[str, Any] = {}
    guides: bool = False
    at_once: bool = False


class CaseResult(Value):
    """One worked example: its id and title, and what was wrong with it ("" when it holds)."""

    id: str
    title: str
    fault: str = ""


class Simulated(Value):
    """One simulated match, for `manage.py simulate`.

    `facts`: sums that are printed; those with a dot in their name only go into `Title.figures`.
    `spent`: by bot how often it was asked and what that took, in seconds of the clock handed in.
    """

    bots: tuple[str, ...]
    outcome: Outcome
    actions: int
    facts: dict[str, int] = {}
    spent: dict[str, tuple[int, float]] = {}


Clock = Callable[[], float]


class Title(Protocol):
    """What the house needs to know of a game, without a database: Venice fits as well.

    A game's title is a subclass that gives what has no default here, and what differs.

    `slug`: its name in addresses and files, lower-case ASCII. `name`, `tagline`: what people read.
    `seats`: least and most. `minutes`: how long a match takes, from and to.
    `roster`: whether people may come and go in a running match (`open`) or the seats stay
    (`fixed`). `seating`: who sits where, in the order of joining or dealt at the start.
    `own_clock`: the time of a decision is an option of the game and is not scaled by the table's
    pace. `own_away`: the rules decide who is away. `leaver`: what becomes of the seat of one who
    leaves a running match: the rules free it ("leaves"), a bot takes it ("bot"), or everything
    they did stands ("stays"). `asides`: kinds of actions that answer no decision.
    `options_type`: the game's own options, all with defaults. `presets`: at least one.
    `calm`: options that a newcomer's first match against bots has instead; if the clock is the
    game's own, with twice the time (else the table gives it).
    `preferences_type`: yes and no fields, when a seat passes by itself (`Engine.auto_action`).
    `bots`: policies by name; `house_bot`: the name of the one that fills seats, `bots_are`: how it
    plays, in a sentence. `mixes`: names for `manage.py simulate` that stand for a bot drawn for
    each seat, with weights. `searchers`: bots by name that play out worlds
    (`rollout.Searcher`); where one is not asked in time, the house's plays. `levels`: the bots that
    a table may choose, by the word for how they play ("beginner", "house", "master"); none where
    all play alike.
    """

    slug: str
    name: str
    tagline: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    roster: Literal["fixed", "open"] = "fixed"
    seating: Literal["joined", "random"] = "joined"
    own_clock: bool = False
    own_away: bool = False
    leaver: Literal["leaves", "bot", "stays"] = "bot"
    asides: frozenset[str] = frozenset()
    options_type: type[Value] = NoOptions
    presets: tuple[Preset, ...] = (Preset(slug="standard", label="Standard", note=""),)
    calm: Mapping[str, Any] = {}
    preferences_type: type[Value] = NoPreferences
    bots: Mapping[str, Bot]
    house_bot: str = "house"
    bots_are: str = ""
    mixes: Mapping[str, Mapping[str, int]] = {}
    searchers: Mapping[str, Any] = {}
    levels: Mapping[str, str] = {}

    def simulate(
        self,
        *,
        bots: Sequence[str],
        options: Mapping[str, Any],
        seed: str,
        clock: Clock | None = None,
    ) -> Simulated:
        """One match of bots in memory; the same seed gives the same match.

        `bots`: a name for each seat, of `bots`, `searchers`, `mixes` or "random". `clock`: seconds,
        to say what decisions cost; rules have none. Raises `KeyError` for other names,
        `msgspec.ValidationError` for options that are none.
        """
        ...

    def simulated_record(
        self, *, bots: Sequence[str], options: Mapping[str, Any], seed: str
    ) -> Mapping[str, Any]:
        """The record of the same match, as one is downloaded after a match of people."""
        ...

    def check_record(self, record: Mapping[str, Any]) -> list[str]:
        """What is wrong with the moves and the result of a downloaded record; empty: it holds."""
        ...

    def run_examples(self, document: Mapping[str, Any]) -> Sequence[CaseResult]:
        """Runs a worked-examples document of the game's documented format; here: it has none."""
        return ()

    def figures(self, played: Sequence[Simulated]) -> Sequence[str]:
        """Lines that `manage.py simulate` adds on all matches together."""
        return ()


class TableTitle(Title, Protocol):
    """A title played at a table through an `Engine`.

    `engines`: by version; the largest is used for new matches. `content_type`: what
    `Setup.content` is decoded as. `keeper`: what goes into the record (`record.Keeper`); None: all
    there is.
    """

    engines: Mapping[int, type[Any]]
    content_type: Any = type(None)
    keeper: Any = None

    def start_fault(self, content: Any, options: Any, most: int) -> str:
        """Return the code of why at most `most` seats cannot start with this content, or ""."""
        return ""

    def numbers(self, replayed: Sequence[Any]) -> Any:
        """What a match that is over came to, in numbers that all who may see its record may see.

        `replayed`: each `record.Replayed`. A value of the game's own, which its pages show.
        """
        return None

    def bot_wait(self, decision: Decision, view: Any, chance: Randomness) -> float:
        """Seconds a bot lets pass before it answers this decision. Never depends on cards."""
        return 2 + chance.below(3001) / 1000
