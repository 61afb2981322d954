"""The contract between the site and the rules of a game.

An `Engine` is the rules of one match. It is made from a `Setup` (seats, options, content) and holds
nothing else. Every position of a match is an immutable value, its state: `apply` returns the next
state and never changes its input. `view` builds what one seat may know of a state.

The vocabulary follows OpenSpiel where it has a word (state, legal actions, chance, observation).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar, dataclass_transform

import msgspec

Scalar = str | int
Item = TypeVar("Item", str, int)


class IllegalAction(Exception):
    """An action that the rules refuse. Nothing has changed.

    `code` is one of the refusal codes of the game's rules. `message` is a sentence for the player:
    what happened, why, and what to do.
    """

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message


# Type checkers do not see that subclasses inherit `frozen` and `kw_only`; this declares it.
@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every state, action, event, view and option.

    Values are frozen, typed and JSON-able.
    """


# --- setup ----------------------------------------------------------------------------------


class SeatSetup(Value):
    """A seat at the start of a match, as far as the rules may depend on it."""

    bot: bool = False


class Setup(Value):
    """Everything that a match is made from.

    It stays the same for the whole match and is never part of the state.
    """

    seats: tuple[SeatSetup, ...]  # seat 0 first
    options: Any  # the game's own, of `Title.options_type` or still as plain data
    # What the game copies at the start, such as the cards of the packs or a catalogue. States
    # refer to it by id.
    content: Any = None


# --- randomness -----------------------------------------------------------------------------


class Chance(Protocol):
    """The source of all randomness in the rules, passed to every transition.

    A dealer (`dealer.Dealer`), a log or a script answers the draws. `name` says what is drawn
    ("white-card", "event"). Pass each pool in a canonical order: the same secret must give the same
    result, whatever happened inside the engine. Draw late: when a card is turned over, not when the
    deck is made.
    """

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        """Draw `count` items from `pool`, without replacement, in the order drawn.

        Every place of the pool is equally likely, so a pool may hold an item several times.
        """
        ...

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return `items` in a random order; every order is equally likely."""
        ...

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        """Return `dice` independent numbers from 1 to `sides`."""
        ...

    def token(self, name: str) -> str:
        """Return an unguessable id, for telling things apart without revealing them."""
        ...


class Randomness(Protocol):
    """The randomness that a bot decides by. It is never the match's own `Chance`."""

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to `bound` - 1, each equally likely.

        `bound` is at least 1.
        """
        ...


# --- choices --------------------------------------------------------------------------------


class Pick(Value, tag="pick"):
    """A field that takes `least` to `most` different items of `of`.

    If `ordered`, their order matters. With `modes`, each item is sent as "item:mode", in one of
    these modes. `modes_of`: the modes of each item, in the order of `of`, where items differ in
    this; `modes` then lists all of them. `single`: the item is sent as one value instead of a list,
    and `least` and `most` are both 1.
    """

    name: str
    of: tuple[str, ...]
    least: int
    most: int
    ordered: bool = False
    modes: tuple[str, ...] = ()
    modes_of: tuple[tuple[str, ...], ...] = ()
    single: bool = False


class Number(Value, tag="number"):
    """A field that takes a whole number from `least` to `most`."""

    name: str
    least: int
    most: int


class Text(Value, tag="text"):
    """A field that takes free text of `least` to `most` code points."""

    name: str
    least: int
    most: int


Field = Pick | Number | Text


class Bound(Value):
    """A condition on several fields together.

    The weights of everything chosen must add up to at least `least` and at most `most`.
    `weights[field][i]` is the weight of `of[i]` in that `Pick`. A `Number` has a single weight, by
    which its value is multiplied.
    """

    weights: dict[str, tuple[int, ...]]
    least: int
    most: int


class Choice(Value):
    """A kind of action that a seat may take now.

    `action` is the tag of the action. `given` holds values to send back unchanged, above all the
    `decision` that this answers, or the `round`. `fields` are to be filled in by the player. Every
    way of filling them within their bounds is legal; anything that no choice offers is refused.
    `final`: the action cannot be taken back, so a page may ask for confirmation.
    """

    action: str
    given: dict[str, Scalar] = {}
    fields: tuple[Field, ...] = ()
    bound: Bound | None = None
    final: bool = True


# --- decisions ------------------------------------------------------------------------------


class Decision(Value):
    """An open decision: what a running match waits for."""

    id: str  # changes exactly when the clock starts again
    kind: str
    # The pending seats, which owe an answer, in ascending order. Empty if the match waits for the
    # clock alone. For the server only: a view says what others may know of it.
    asked: tuple[int, ...]
    seconds: int  # the time that the rules give, before the table's pace scales it


# --- transitions ----------------------------------------------------------------------------


class Timeout(Value, tag="timeout", tag_field="action"):
    """The time of this decision is up.

    The default action of every pending seat is applied. Refused with `stale`, without any effect,
    if another decision is open.
    """

    decision: str


class Join(Value, tag="join", tag_field="action"):
    """A player takes a new seat in a running match (open rosters only)."""

    bot: bool = False


class Leave(Value, tag="leave", tag_field="action"):
    """The player of this seat leaves the match for good (open rosters only)."""

    how: Literal["left", "kicked", "removed"] = "left"


class Abort(Value, tag="abort", tag_field="action"):
    """The match ends without a result.

    A moderator ends it, all people at the table agree to, or everybody has deserted it.
    """

    why: Literal["moderator", "agreed", "abandoned"] = "moderator"


HouseAction = Timeout | Join | Leave | Abort


class Event(Value):
    """Something that happened, shown to players and written to the log."""

    kind: str
    # What the sentence needs, JSON-able. Seats are numbers under the key "seat" or "seats".
    facts: dict[str, Any] = {}
    to: tuple[int, ...] | None = None  # the seats that see it; None: everybody, spectators too
    # For how many chapters (see `Step.chapter`) the log shows it, or None for always. When the
    # match is over, faded events are shown again.
    fades: int | None = None
    opens: bool = False  # a private event that everybody may read once the match has finished
    once: bool = False  # shown once on each open page of `to`, and not in the log


S = TypeVar("S")


class Step(msgspec.Struct, frozen=True):
    """The result of a transition: the next state and the events on the way to it."""

    state: Any
    events: tuple[Event, ...] = ()
    # The unit that the game's log counts in, such as the round. It never decreases.
    chapter: int = 0


class Standing(Value):
    """A line of the result.

    `rank` is null for a seat that is not ranked, because its player left. Equal ranks are ties.
    """

    seat: int
    rank: int | None
    score: int
    winner: bool = False
    note: str = ""


class Outcome(Value):
    """The result of a match that is over.

    `reason` is one of the game's end reasons. `standings` are in order, best first.
    """

    reason: str
    standings: tuple[Standing, ...]

    @property
    def is_won(self) -> bool:
        """True if the match has a winner."""
        return any(standing.winner for standing in self.standings)


# --- views ----------------------------------------------------------------------------------


class View(Value, kw_only=True):
    """The match as one seat may see it. Each game adds its own fields.

    `seat`: the number of the seat, null for a spectator. `decision`: the id of the open decision,
    "" when the match is over. `awaited`: the pending seats, as far as everybody may know them.
    `mine`: true if this viewer owes an answer. `choices`: what this viewer may do now. `away`: the
    seats that are away by a rule of the game itself.
    """

    seat: int | None
    phase: str
    decision: str
    awaited: tuple[int, ...]
    mine: bool
    choices: tuple[Choice, ...]
    away: tuple[int, ...] = ()


class Bot(Protocol):
    """A policy that turns a view, and the choices in it, into an action.

    It returns the mapping that a person's form would post ({"action": ..., field: ...}), or None to
    wait.
    """

    def __call__(self, view: Any, chance: Randomness) -> Mapping[str, Any] | None: ...


class Engine(Protocol):
    """The rules of one match, made by `Engine(setup)`.

    Every method is a pure function.
    """

    # Of the rules: a match is played to its end by the version that it began with, or closed
    # without a result once its title no longer has that version.
    version: int
    state_type: type
    action_type: Any  # the union of what a seat may post, decoded by `codec.decode_action`
    setup: Setup

    def __init__(self, setup: Setup) -> None: ...

    def begin(self, chance: Chance) -> Step:
        """Return the first step: the opening position and its events."""
        ...

    def pending(self, state: Any) -> Decision | None:
        """Return the decision that the match waits for, or None if it is over."""
        ...

    def choices(self, state: Any, seat: int) -> Sequence[Choice]:
        """Return what this seat may do now; empty if it may do nothing.

        A seat that is not pending may have choices too.
        """
        ...

    def apply(self, state: Any, seat: int | None, action: Any, chance: Chance) -> Step:
        """Return the step that this action leads to.

        `action` is one of `action_type`, or a `HouseAction`, which only the site makes. `seat` is
        the seat that acts: for `Join` and `Leave` the seat concerned, for `Timeout` and `Abort`
        None.

        Raise `IllegalAction` if the rules refuse the action. If several codes apply, use the first
        in the order of the rules.
        """
        ...

    def view(self, state: Any, seat: int | None) -> View:
        """Return what this seat, or a spectator (None), may see.

        Build it only from what the seat may know, its choices included.
        """
        ...

    def default_action(self, state: Any, seat: int) -> Any:
        """Return the action that is played for a pending seat when its time is up.

        It may be of a type that nobody can post.
        """
        ...

    def auto_action(self, state: Any, seat: int, preferences: Mapping[str, Any]) -> Any | None:
        """Return a pass that the site may play for this seat, or None.

        `preferences` are yes and no by field of the title's `preferences_type`. The site plays the
        pass after a random delay.
        """
        ...

    def outcome(self, state: Any) -> Outcome | None:
        """Return the result, or None while the match is running."""
        ...

    def scramble(self, state: Any, seat: int | None, chance: Chance) -> Any:
        """Return a random state that this viewer cannot tell apart from `state`.

        Everything that the viewer may know stays; what is hidden from it is dealt again by
        `chance`.
        """
        ...

    def conserved(self, state: Any) -> Mapping[str, Any]:
        """Return quantities that no action may change, such as cards or money.

        The contract test checks them after every action.
        """
        ...


# --- titles ---------------------------------------------------------------------------------


class NoOptions(Value):
    """The options of games that are always played the same way."""


class NoPreferences(Value):
    """The preferences of games that never pass for a player who is present."""


class Preset(Value):
    """Options under a name, for tables that are made with one click."""

    slug: str
    label: str
    note: str
    options: dict[str, Any] = {}  # the game's own
    table: dict[str, Any] = {}  # options of the table itself
    guides: bool = False  # a first game with hints is played with this preset
    at_once: bool = False  # used for one-click games against bots, instead of the first preset


class Lesson(Value):
    """A match against bots in which a newcomer learns the game.

    It is dealt from a fixed secret, and its bots draw from that too. So whoever does what the
    lesson says always sees the same.
    """

    secret: str  # 64 hexadecimal digits, like any match's
    options: dict[str, Any] = {}  # the game's own
    bots: int = 2


class CaseResult(Value):
    """The result of one worked example."""

    id: str
    title: str
    fault: str = ""  # what was wrong, "" if the example holds


class Simulated(Value):
    """A simulated match, for `manage.py simulate`."""

    bots: tuple[str, ...]
    outcome: Outcome
    actions: int  # how many were applied
    facts: dict[str, int] = {}  # sums to print; those with a dot in the name are for `figures` only
    # By bot: how often it decided, and how many seconds of the given clock that took in all.
    spent: dict[str, tuple[int, float]] = {}


Clock = Callable[[], float]  # returns seconds


class Title(Protocol):
    """A game as the site needs to know it, without a database.

    It is general enough for games that have no `Engine`, such as Venice. A game defines a subclass
    that gives everything without a default here, and whatever differs from the defaults.
    """

    slug: str  # in addresses and file names: lower-case ASCII
    name: str  # as people read it
    tagline: str
    how: str = ""  # how the game goes, in two sentences
    seats: tuple[int, int]  # fewest and most
    minutes: tuple[int, int]  # shortest and longest usual match

    # "open": people may join and leave a running match. "fixed": the seats stay as they are.
    roster: Literal["fixed", "open"] = "fixed"
    # Seats are numbered in the order of joining, or dealt at random at the start.
    seating: Literal["joined", "random"] = "joined"
    # The time of a decision is an option of the game, and the table's pace does not scale it.
    own_clock: bool = False
    own_away: bool = False  # the rules decide which seats are away
    # What becomes of the seat of somebody who leaves a running match. "leaves": the rules free it.
    # "bot": a bot takes it over. "stays": everything that the player did stands.
    leaver: Literal["leaves", "bot", "stays"] = "bot"
    asides: frozenset[str] = frozenset()  # kinds of actions that answer no decision

    options_type: type[Value] = NoOptions  # the game's own options, all with defaults
    presets: tuple[Preset, ...] = (Preset(slug="standard", label="Standard", note=""),)
    # Options that replace the usual ones in a newcomer's first match against bots. Games with a
    # clock of their own double the time here; for other games the table does.
    calm: Mapping[str, Any] = {}
    lesson: Lesson | None = None
    # Yes and no fields: when a seat passes by itself (`Engine.auto_action`).
    preferences_type: type[Value] = NoPreferences

    bots: Mapping[str, Bot]  # policies by name
    house_bot: str = "house"  # the name of the one that fills seats
    bots_are: str = ""  # how the house bot plays, in a sentence
    # Names for `manage.py simulate`. Each stands for a bot that is drawn for each seat, by weight.
    mixes: Mapping[str, Mapping[str, int]] = {}
    # Bots by name that search by rollouts (`rollout.Searcher`). If a search does not finish in
    # time, the house bot plays.
    searchers: Mapping[str, Any] = {}
    # The bots that a table may choose from, by the word for how they play ("beginner", "house",
    # "master"). Empty if all bots play alike.
    levels: Mapping[str, str] = {}

    def is_slow(self, options: Mapping[str, Any]) -> bool:
        """Return True if nobody need stay at a table with these options.

        For games with a clock of their own; for others the table's pace decides.
        """
        return False

    def simulate(
        self,
        *,
        bots: Sequence[str],
        options: Mapping[str, Any],
        seed: str,
        clock: Clock | None = None,
    ) -> Simulated:
        """Play one match of bots in memory; the same seed gives the same match.

        `bots`: a name for each seat, of `bots`, `searchers`, `mixes` or "random". `clock`: measures
        what decisions cost; rules have no clock of their own.

        Raise `KeyError` for other names and `msgspec.ValidationError` for invalid options.
        """
        ...

    def simulated_record(
        self, *, bots: Sequence[str], options: Mapping[str, Any], seed: str
    ) -> Mapping[str, Any]:
        """Return the record of the match that `simulate` plays for these arguments.

        It has the format of the record that can be downloaded after a match of people.
        """
        ...

    def check_record(self, record: Mapping[str, Any]) -> list[str]:
        """Return the faults in the moves and the result of a downloaded record.

        The list is empty if the record holds.
        """
        ...

    def run_examples(self, document: Mapping[str, Any]) -> Sequence[CaseResult]:
        """Run a document of worked examples in the format that the game documents.

        Return a result for each example; none for a game without examples.
        """
        return ()

    def figures(self, played: Sequence[Simulated]) -> Sequence[str]:
        """Return the lines that `manage.py simulate` prints for all matches together."""
        return ()


class TableTitle(Title, Protocol):
    """A title that is played at a table through an `Engine`."""

    engines: Mapping[int, type[Any]]  # by version; new matches use the largest
    content_type: Any = type(None)  # the type that `Setup.content` is decoded to
    keeper: Any = None  # a `record.Keeper`: what goes into the record; None: everything

    def start_fault(self, content: Any, options: Any, most: int) -> str:
        """Return the code of why a match cannot start with this content, or "".

        `most`: the most seats that the match may have.
        """
        return ""

    def numbers(self, replayed: Sequence[Any]) -> Any:
        """Return statistics of a finished match, for its page of numbers, or None.

        `replayed`: a `record.Replayed` for each line of the log. The result is a value of the
        game's own; everybody who may see the record may see it.
        """
        return None

    def bot_wait(self, decision: Decision, view: Any, chance: Randomness) -> float:
        """Return the seconds that a bot waits before it answers this decision.

        The wait must not depend on hidden cards, which it would give away.
        """
        return 2 + chance.below(3001) / 1000
