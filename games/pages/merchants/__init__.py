"""The page of Merchant Kings. Everything shown comes from the views of the engine (rules 14)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from django.utils.safestring import SafeString

from games.engines.base import Event
from games.live.moment import Moment
from games.live.presenting import Guide, PlayerLine
from games.live.telling import NameTag
from games.pages.merchants import (
    board,
    guide,
    lines,
    phase,
    result,
    seat as seats,
    sentences,
    summary,
)


class MerchantsPages:
    """Implements `games.live.presenting.Pages`."""

    def phase(self, moment: Moment, seat: int | None) -> str:
        return phase.sentence(moment, seat)

    def players(self, moment: Moment, seat: int | None) -> list[PlayerLine]:
        return lines.lines(moment, seat)

    def board(self, moment: Moment) -> Mapping[str, Any]:
        return board.context(moment)

    def board_key(self, moment: Moment) -> Hashable:
        return board.key(moment)

    def seat(self, moment: Moment, seat: int | None) -> Mapping[str, Any]:
        return seats.context(moment, seat)

    def seat_key(self, moment: Moment, seat: int) -> Hashable:
        return seats.key(moment, seat)

    def once(self, moment: Moment, seat: int, event: Event) -> Mapping[str, Any]:
        """Nothing is told once in this game."""
        return {}

    def result(self, moment: Moment, seat: int | None) -> Mapping[str, Any]:
        return result.context(moment, seat)

    def summary(self, moment: Moment) -> Mapping[str, Any]:
        return summary.context(moment)

    def guide(self, moment: Moment, seat: int) -> Guide | None:
        return guide.hint(moment, seat)

    def sentence(self, event: Event, names: NameTag) -> SafeString | str:
        return sentences.sentence(event, names)


PAGES = MerchantsPages()
