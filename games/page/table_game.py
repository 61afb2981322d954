"""The base of all games that are played at a table through an engine."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.engine import verify
from games.engine.base import Bot, TableTitle
from games.page.presentation import Figure, no_numbers, pages_of
from games.page.replay import Replay, replay_of, walk_of
from games.page.viewer import TableViewing, since_of
from games.registry import PartHook, title_of
from games.services.advance import begin_engine, check_content, stop_engine
from games.services.record import record_of
from games.services.scheduler import run_table


def _fives(minutes: float) -> int:
    """Return these minutes, at least 5, in multiples of 5."""
    return max(5, round(minutes / 5) * 5)


class TableGame:
    """The half of `registry.Game` that is the same for every game with an engine.

    A game adds `title`, and whatever its content and options need from the database.
    """

    title: TableTitle
    in_steps = True
    opens_when_aborted = False
    parts: Mapping[str, PartHook] = {}
    page_template = "games/match.html"
    scripts: tuple[str, ...] = ()  # modules of its page as static files ("games/blanks/vote.js")
    told: tuple[str, ...] = ()
    frame: str = ""
    sprite: str = ""  # a template of symbols for its fragments, rendered into the page once
    # The dotted path of its `games.page.presentation.Pages`, "" for `games.<slug>.page.PAGES`.
    pages: str = ""
    checks = verify

    def sealed(self) -> str:
        return _(
            "Every card of this match is dealt from a secret that is already fixed "
            "and from what players add to it. This is its seal. After the match the "
            "secret is published, and anybody can verify each draw."
        )

    def content(self, match: Any) -> Any:
        """Return the content that a starting match copies, of the title's `content_type`."""
        return None

    def check_options(self, match: Any) -> None:
        """Accept every combination of options that the form lets through."""

    def options_again(self, match: Any) -> dict[str, Any]:
        return dict(match.options)

    def remarks(self, matches: Sequence[Any]) -> Mapping[int, str]:
        return {}

    def length(self, match: Any) -> str:
        """Return how long a match takes in words, by its pace and options."""
        if match.pace == "slow":
            return _("several days, with hours for each decision")
        pace = 1.0 if self.title.own_clock else match.pace_percent / 100
        usual = [minutes * self.share(match.options) for minutes in self.title.minutes]
        # Who plays fast takes no longer where there is more time.
        least, most = usual[0] * min(pace, 1), usual[1] * pace
        return _("%(least)s to %(most)s minutes") % {"least": _fives(least), "most": _fives(most)}

    def share(self, options: Mapping[str, Any]) -> float:
        """Return the length of a match with these options, as a share of the usual one."""
        return 1.0

    def waiting(self, matches: Sequence[Any], user: Any) -> Mapping[int, tuple[str, datetime]]:
        return {}

    def bot(self, match: Any, name: str) -> Bot:
        """Return a bot that can answer without a search."""
        # Bots that search answer by their plan. If that is late, the house bot answers for them.
        title = title_of(match)
        return title.bots[title.house_bot if name in title.searchers else name]

    def option_choices(self, user: Any) -> Mapping[str, list[tuple[str, str]]]:
        return {}

    def prepare(self, match: Any) -> Any:
        return check_content(match=match, content=self.content(match))

    def start(self, *, match: Any, seats: Sequence[Any], prepared: Any, at: datetime) -> None:
        begin_engine(match=match, seats=seats, content=prepared, at=at)

    def stop(self, *, match: Any, why: str, at: datetime) -> None:
        stop_engine(match=match, why=why, at=at)

    def run_due(self, pk: int) -> None:
        run_table(pk)

    def record(self, match: Any) -> Mapping[str, Any]:
        return record_of(match)

    def record_pieces(self, match: Any) -> Iterator[str]:
        yield json.dumps(record_of(match), ensure_ascii=False, indent=1)

    def replay(self, viewing: Any, seat: str | None, step: int) -> Replay:
        snapshot = viewing.snapshot
        return replay_of(walk_of(snapshot.match, snapshot.seats), viewing.user, seat, step)

    def has_numbers(self) -> bool:
        return pages_of(self.title.slug).numbers is not no_numbers

    def numbers(self, viewing: Any) -> Sequence[Figure]:
        snapshot = viewing.snapshot
        walk = walk_of(snapshot.match, snapshot.seats)
        return pages_of(self.title.slug).numbers(snapshot, walk.counted, viewing.number)

    def viewing(self, user: Any, public_id: str, query: Mapping[str, str]) -> TableViewing:
        return TableViewing(public_id, user, since_of(query.get("since", "")))
