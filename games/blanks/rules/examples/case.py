"""A case of the worked examples: options, players, cards, scripted randomness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from games.blanks.rules.actions import Action
from games.blanks.rules.content import BlackCard, Content, WhiteCard, start_fault
from games.blanks.rules.engine import BlanksEngine
from games.blanks.rules.options import BlanksOptions
from games.blanks.rules.state import Phase, State, Status
from games.blanks.rules.view import BlanksView
from games.engine import codec
from games.engine.base import Event, HouseAction, Item, SeatSetup, Setup
from games.engine.dealer import Seeded
from games.engine.examples import Fault, only
from games.engine.table import Access, Table

# --- Randomness of examples


class Scripted:
    """A dealer that draws cards in the order of the case's decks.

    It relies on pools in canonical order, which in an example is the order of its decks. Shuffles
    and dice are pseudo-random.
    """

    def __init__(self) -> None:
        self._random = Seeded("blanks-examples")
        self._tokens = 0

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        if count > len(pool):
            raise ValueError(f"{name}: {count} of {len(pool)}")
        return tuple(pool[:count])

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        left = list(items)
        return tuple(left.pop(self._random.below(len(left))) for _ in range(len(items)))

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(1 + self._random.below(sides) for _ in range(dice))

    def token(self, name: str) -> str:
        self._tokens += 1
        return f"handle-{self._tokens}"


# --- Shorthand of cases


def card_ids(raw: Any) -> list[str]:
    """Return ids from a list, or from ranges such as "w01-w40, x1"."""
    if isinstance(raw, str):
        return [card for part in raw.split(",") for card in _range(part.strip())]
    return [card["id"] if isinstance(card, Mapping) else card for card in raw]


def _range(part: str) -> list[str]:
    first, dash, last = part.partition("-")
    if not dash:
        return [part]
    digits = len(first) - len(first.rstrip("0123456789"))
    head, low = first[: len(first) - digits], first[len(first) - digits :]
    if not digits or not last.startswith(head) or not last[len(head) :].isdigit():
        raise Fault(f"white_deck: cannot read {part!r}")
    numbers = range(int(low), int(last[len(head) :]) + 1)
    return [f"{head}{number:0{digits}d}" for number in numbers]


_SETUP = {"owner", "options", "black_deck", "white_deck", "note"}
_TABLE = {"access", "password", "min_players", "max_players", "late_join", "kick_in_play"}
_NO_MATTER = {"spectators", "bots", "packs"}  # decks are given, and "watcher" always watches
_GAME = set(BlanksOptions.__struct_fields__) - {"packs"}
_DEFAULT_MOST = 10


class Case:
    """The running match of a case."""

    def __init__(self, setup: Mapping[str, Any]) -> None:
        only(setup, _SETUP, "setup")
        self._read_options(setup.get("options", {}), setup["owner"])
        self.content = _content(setup)
        self.engine: BlanksEngine | None = None
        self.state: State | None = None
        self.seats: dict[str, int] = {}  # of the present players
        self.names: dict[int, str] = {}  # of all who ever had a seat
        self.users: set[str] = {setup["owner"]}
        self.events: list[Event] = []  # of the last step
        self.order: tuple[tuple[int, str], ...] = ()  # (round, handle) of each play on the table
        self._chance = Scripted()

    def _read_options(self, options: Mapping[str, Any], owner: str) -> None:
        only(options, _TABLE | _GAME | _NO_MATTER, "setup.options")
        access = options.get("access", "open")
        if access not in get_args(Access):
            raise Fault(f"setup.options: access {access!r}")
        if options.get("bots", 0):
            raise Fault("setup.options: bots have no names here; seat players instead")
        self.most = options.get("max_players", _DEFAULT_MOST)
        self.options = codec.build(
            {key: value for key, value in options.items() if key in _GAME}, BlanksOptions
        )
        self.table = Table(
            owner=owner,
            access=access,
            password=options.get("password", ""),
            least=options.get("min_players", min(3, self.most)),
            most=self.most,
            late_join=options.get("late_join", False),
            kick_in_play=options.get("kick_in_play", False),
        )

    def start(self, by: str) -> None:
        self.table.start(by, content_fault=start_fault(self.content, self.options, self.most))
        sitting = [sitter.name for sitter in self.table.seated]
        self.seats = {name: seat for seat, name in enumerate(sitting)}
        self.names = dict(enumerate(sitting))
        seats = tuple(SeatSetup() for _ in sitting)
        self.engine = BlanksEngine(Setup(seats=seats, options=self.options, content=self.content))
        step = self.engine.begin(self._chance)
        self._keep(step.state, step.events)

    def post(self, user: str, raw: Mapping[str, Any]) -> None:
        """Apply an action that this user posts."""
        # Users without a seat post from -1, which is nobody's seat.
        self.apply(self.seats.get(user, -1), codec.decode_action(raw, Action))

    def apply(self, seat: int | None, action: Action | HouseAction) -> None:
        if self.engine is None or self.state is None:
            raise Fault("the match has not begun")
        step = self.engine.apply(self.state, seat, action, self._chance)
        self._keep(step.state, step.events)

    def view(self, user: str) -> BlanksView | None:
        """Return this user's view, or None before the start.

        Former players see what spectators see.
        """
        if self.engine is None or self.state is None:
            return None
        return self.engine.view(self.state, self.seats.get(user))

    def author(self, seat: int | None) -> str | None:
        return None if seat is None else self.names[seat]

    def seats_of(self, user: str) -> list[int]:
        """Return every seat this user has had, latest first."""
        return sorted((seat for seat, name in self.names.items() if name == user), reverse=True)

    def _keep(self, state: State, events: tuple[Event, ...]) -> None:
        self.state = state
        self.events += events
        if state.phase is Phase.OVER:
            self.table.finish()
        away = {p.seat for p in state.players if p.status is Status.AWAY}
        self.table.mark_away({name for name, seat in self.seats.items() if seat in away})


def _content(setup: Mapping[str, Any]) -> Content:
    """Return the decks in the order given. A white card's id is its text."""
    return Content(
        black=codec.build(setup["black_deck"], tuple[BlackCard, ...]),
        white=tuple(WhiteCard(id=card, text=card) for card in card_ids(setup["white_deck"])),
    )
