"""The title of Venice.

`auctions.title` creates it with the time zones of the pinned data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from typing import Any, Literal

from auctions.rules.bots.crowd import BOTS, MIX, MIXED, kinds_of
from auctions.rules.examples import run_examples
from auctions.rules.options import PRESETS, VeniceOptions
from auctions.rules.record import check_record
from auctions.rules.simulate import figures, record_of_week, simulate_week
from games.engine import codec
from games.engine.base import Bot, CaseResult, Clock, Lesson, Preset, Simulated, Title, Value
from games.engine.dealer import Seeded


class VeniceTitle(Title):
    """The title of a game without an engine.

    `zone_of` returns the time zone with an IANA name, or raises `KeyError`. It is passed in because
    rules read no files.
    """

    slug = "venice"
    name = "Venice"
    tagline = "A week of sealed auctions: borrow, bid in secret and be the richest on Saturday."
    how = (
        "In seven auctions you bid in secret for people and goods, with money that you may borrow. "
        "At the end completed agendas pay, loans are due, and the richest player wins."
    )
    seats = (2, 100_000)
    minutes = (10, 10_080)
    own_clock = True
    own_away = True
    leaver: Literal["leaves", "bot", "stays"] = "stays"
    options_type: type[Value] = VeniceOptions
    presets: tuple[Preset, ...] = PRESETS
    calm: Mapping[str, Any] = {"minutes": 6}
    lesson = Lesson(
        secret="6e6f74" + "0" * 58,
        options={"pace": "fast", "minutes": 60},
        bots=3,
    )
    bots: Mapping[str, Bot] = BOTS
    house_bot = "merchant"
    bots_are = "House bots bid with care for what their agendas need, unless the host chose others."
    mixes: Mapping[str, Mapping[str, int]] = {MIXED: MIX}  # for `simulate`: a kind drawn per seat

    def __init__(self, zone_of: Callable[[str], tzinfo]) -> None:
        self._zone_of = zone_of

    def is_slow(self, options: Mapping[str, Any]) -> bool:
        return options.get("pace") == "daily"

    def run_examples(self, document: Mapping[str, Any]) -> Sequence[CaseResult]:
        return run_examples(document, self._zone_of)

    def simulate(
        self,
        *,
        bots: Sequence[str],
        options: Mapping[str, Any],
        seed: str,
        clock: Clock | None = None,
    ) -> Simulated:
        """Play a week in memory. The name of a mix stands for a kind drawn for that seat."""
        chance = Seeded(f"bots|{seed}")
        kinds = [kind for name in bots for kind in kinds_of(name, 1, chance)]
        cap = codec.build(dict(options), VeniceOptions).cap
        return simulate_week(kinds, cap=cap, seed=seed, chance=chance, clock=clock)

    def simulated_record(
        self, *, bots: Sequence[str], options: Mapping[str, Any], seed: str
    ) -> Mapping[str, Any]:
        chance = Seeded(f"bots|{seed}")
        kinds = [kind for name in bots for kind in kinds_of(name, 1, chance)]
        wish = codec.build(dict(options), VeniceOptions)
        record = record_of_week(kinds, options=wish, seed=seed, chance=chance)
        plain: Mapping[str, Any] = codec.plain(record)
        return plain

    def check_record(self, record: Mapping[str, Any]) -> list[str]:
        """Return the faults of a record, found by playing it again from secret and bids."""
        return check_record(record)

    def figures(self, played: Sequence[Simulated]) -> Sequence[str]:
        """Return figures of simulated weeks as lines of text, like those of rules 14."""
        return figures(played)
