"""Venice as a game of this site: the implementation of the game interface."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from math import ceil
from typing import Any

from django.utils.translation import gettext as _, ngettext

from auctions.page.match_page import PARTS
from auctions.page.numbers import figures
from auctions.page.query_params import Look
from auctions.page.replay import replay_of
from auctions.page.viewer import Viewing
from auctions.page.words import waiting_text
from auctions.rules import verify
from auctions.rules.options import VeniceOptions
from auctions.rules.schedule import AUCTIONS
from auctions.selectors.calendar import nexts
from auctions.selectors.record import record_pieces, week_record
from auctions.services.scheduler import abort_week, run_week
from auctions.services.start import start_week
from auctions.title import VENICE
from auctions.zones import zone_names
from chat.core.field_errors import allow
from games.engine import codec
from games.engine.base import Bot
from games.models import Match
from games.page.presentation import Figure
from games.page.replay import Replay
from games.refusals import HouseCode, Refusal


class VeniceGame:
    """Implements `registry.Game` without an engine: a week has tables of its own."""

    title = VENICE
    parts = PARTS
    page_template = "games/venice/page.html"
    scripts = ("games/venice/venice.js",)
    told = ("pace", "zone", "minutes")
    frame = "venice"
    sprite = "games/venice/art/symbols.svg"
    in_steps = False  # resolving an auction with many players takes seconds
    opens_when_aborted = False
    checks = verify

    def sealed(self) -> str:
        return _(
            "The lots of the seven auctions, and who wins ties, depend on a secret "
            "that is already fixed and on what players add to it. This is its seal. "
            "After the week the secret is shown, and anybody can verify the line-up, "
            "each auction and each result."
        )

    def prepare(self, match: Match) -> None:
        """Do nothing: everything was checked when the table was made."""

    def start(self, *, match: Match, seats: Sequence[Any], prepared: None, at: datetime) -> None:
        start_week(match=match, at=at)

    def stop(self, *, match: Match, why: str, at: datetime) -> None:
        abort_week(match=match, at=at)

    def run_due(self, pk: int) -> None:
        run_week(pk)

    def replay(self, viewing: Viewing, seat: str | None, step: int) -> Replay:
        return replay_of(viewing, seat, step)

    def has_numbers(self) -> bool:
        return True

    def numbers(self, viewing: Viewing) -> Sequence[Figure]:
        return figures(viewing)

    def viewing(self, user: Any, public_id: str, query: Mapping[str, str]) -> Viewing:
        return Viewing(public_id, user, Look.of(query))

    def record(self, match: Match) -> Mapping[str, Any]:
        record: dict[str, Any] = codec.plain(week_record(match))
        return record

    def record_pieces(self, match: Match) -> Iterator[str]:
        return record_pieces(match)

    def check_options(self, match: Match) -> None:
        options = codec.build(match.options, VeniceOptions)
        if options.zone not in zone_names():
            words = _("There is no such time zone. Write it like Europe/Rome.")
            raise Refusal(HouseCode.BAD_OPTION, allow("options.zone", words))

    def bot(self, match: Match, name: str) -> Bot:
        return self.title.bots[name]

    def options_again(self, match: Match) -> dict[str, Any]:
        return dict(match.options)

    def remarks(self, matches: Sequence[Match]) -> Mapping[int, str]:
        """Return each match's pace as a short text, by the key of the match."""
        return {match.pk: _remark(codec.build(match.options, VeniceOptions)) for match in matches}

    def length(self, match: Match) -> str:
        """Return how long a match takes at most; early marks by everybody shorten it."""
        options = codec.build(match.options, VeniceOptions)
        if options.pace == "daily":
            return _("about a week after the start")
        minutes = AUCTIONS * options.minutes
        if minutes <= 2 * 60:
            return _("at most %(n)s minutes") % {"n": minutes}
        if minutes <= 2 * 24 * 60:
            return _("at most %(n)s hours") % {"n": ceil(minutes / 60)}
        return _("at most %(n)s days") % {"n": ceil(minutes / 24 / 60)}

    def waiting(self, matches: Sequence[Match], user: Any) -> Mapping[int, tuple[str, datetime]]:
        """Return the next auction of each running week, and this user's bids in it.

        The result maps the key of a match to a text and the auction's instant.
        """
        return {key: (waiting_text(next_), next_.instant) for key, next_ in nexts(matches, user)}

    def option_choices(self, user: Any) -> Mapping[str, list[tuple[str, str]]]:
        return {}


def _remark(options: VeniceOptions) -> str:
    if options.pace == "fast":
        text = ngettext(
            "an auction every minute", "an auction every %(n)s minutes", options.minutes
        )
        return text % {"n": options.minutes}
    return _("an auction a day at 17:15, %(zone)s") % {"zone": options.zone}


GAME = VeniceGame()
