"""The options of a table in plain words, before anything is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chat.core.translation import gettext as _, ngettext
from games.blanks.rules.options import SLOW_SECONDS, BlanksOptions
from games.blanks.rules.view import OptionsView
from games.engine.codec import build
from games.models import Pack
from games.page.snapshot import MatchSnapshot


def context(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    options: BlanksOptions = build(snapshot.match.options, BlanksOptions)
    found = {pack.slug: pack for pack in Pack.objects.filter(slug__in=options.packs)}
    packs = [found[slug] for slug in options.packs if slug in found]
    return {
        "options": options,
        "goal": goal(options),
        "packs": packs,
        "missing": len(options.packs) - len(packs),
        "age": max((pack.min_age for pack in packs), default=0),
        "two": snapshot.match.least == 2,
        "slow": options.play_seconds >= SLOW_SECONDS,
        "play": in_words(options.play_seconds),
        "vote": in_words(options.vote_seconds),
    }


def goal(options: BlanksOptions | OptionsView) -> str:
    """What ends the match."""
    target, limit = options.target_score, options.round_limit
    ends = []
    if target:
        wins = ngettext("First to %(n)s point wins.", "First to %(n)s points wins.", target)
        ends.append(wins % {"n": target})
    if limit:
        most = ngettext("%(n)s round at most.", "%(n)s rounds at most.", limit)
        ends.append(most % {"n": limit})
    return " ".join(ends) or _("The match ends with the last black card.")


def in_words(seconds: int) -> str:
    """A time in its largest fitting unit, rounded: 90 seconds, 12 hours, 7 days."""
    if seconds < 120:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    if seconds < 2 * 3600:
        minutes = round(seconds / 60)
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    if seconds < 2 * 86400:
        hours = round(seconds / 3600)
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    days = round(seconds / 86400)
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
