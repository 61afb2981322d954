"""The line that says what happens now and what is expected of this viewer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.safestring import SafeString

from auctions.page.own_seat import Own, own_of
from auctions.page.viewer import Viewing
from auctions.page.words import auction_name, clock_time, date_and_time, joined, money, zone_place
from auctions.rules.schedule import OPENING
from auctions.selectors.public_week import Day
from auctions.selectors.results import standings
from auctions.zones import zone_of
from chat.core.templates import render
from chat.core.translation import gettext as _, ngettext
from chat.live.batch import memoized_in_batch


@dataclass(frozen=True)
class Phase:
    """The line, and the clock of the next auction."""

    text: str
    detail: str
    deadline: datetime | None = None  # the next instant, if there is one
    total: int = 0  # seconds from the previous instant to the deadline
    here: str = ""  # the deadline in the viewer's zone
    there: str = ""  # the deadline in the match's zone, if that differs
    waiting: bool = False  # true while an auction is being resolved


def phase_html(phase: Phase) -> SafeString:
    """Render the line and the clock."""
    return render("games/venice/phase.jinja", phase=phase)


def phase_of(viewing: Viewing) -> Phase:
    if viewing.stage == "stalled":
        text = _("Something went wrong in this match. A moderator has been notified.")
        return Phase(_("Stopped."), text + " " + _("You can still bid in later auctions."))
    if viewing.stage == "aborted":
        return Phase(_("The week was ended early."), _("It has no result."))
    coming = viewing.week.next_day
    if coming is None:
        return _ended(viewing)
    if coming.progress == "being_resolved":
        name = _sentence(auction_name(coming.number))
        text = _("%(auction)s is being resolved.") % {"auction": name}
        return Phase(text, _("The result will appear here automatically."), waiting=True)
    return _coming(viewing, coming)


def _coming(viewing: Viewing, day: Day) -> Phase:
    own, key = own_of(viewing), ("next", viewing.public_id, viewing.zone.key)
    shown = memoized_in_batch(key, lambda: _next(viewing, day))
    return shown if own is None else replace(shown, detail=_expected(own, day))


def _next(viewing: Viewing, day: Day) -> Phase:
    """Return what is the same for all viewers in one time zone."""
    week = viewing.week
    if viewing.match.lesson:  # it waits for the learner
        return Phase(
            _("%(auction)s is next.") % {"auction": _sentence(auction_name(day.number))}, ""
        )
    before = viewing.match.started_at
    if day.number:
        before = week.days[day.number - 1].instant
    total = 0 if before is None else int((day.instant - before).total_seconds())
    return Phase(
        _("%(auction)s is next.") % {"auction": _sentence(auction_name(day.number))},
        "",
        deadline=day.instant,
        total=total,
        here=date_and_time(day.instant, viewing.zone),
        there=_there(viewing, day),
    )


def _there(viewing: Viewing, day: Day) -> str:
    """Return the time in the match's zone; "" if the viewer's clock shows the same."""
    name = viewing.match_zone
    if not name:
        return ""
    zone = zone_of(name)
    if clock_time(day.instant, zone) == clock_time(day.instant, viewing.zone):
        return ""
    place = {"time": clock_time(day.instant, zone), "place": zone_place(name)}
    return _("%(time)s in %(place)s") % place


def _expected(own: Own, day: Day) -> str:
    account, sheet = own.account, own.sheets[day.number]
    if day.number == OPENING and account.loan == 0:
        return _("Borrow first: without a loan your bids cannot be paid.")
    if day.number != OPENING and account.purse == 0:
        return _("Your purse is empty; you can't buy anything else.")
    if not sheet.bids:
        return _("You have no bids in it yet.")
    text = ngettext(
        "You have %(n)s bid in it, up to %(most)s.",
        "You have %(n)s bids in it, up to %(most)s.",
        sheet.bids,
    )
    return text % {"n": sheet.bids, "most": money(sheet.at_most)}


def _ended(viewing: Viewing) -> Phase:
    """Return the winners and the viewer's own place."""
    mine = own_of(viewing)
    place = None if mine is None else mine.place
    shown = memoized_in_batch(("winners", viewing.public_id), lambda: _winners(viewing))
    if place is None:
        return shown
    rank, players = ordinal(place.rank), viewing.week.players
    said = {"rank": rank, "of": players, "money": money(place.final)}
    text = _("The week is over: you won.") if place.rank == 1 else shown.text
    detail = _("You came %(rank)s of %(of)s with %(money)s.") % said
    return replace(shown, text=text, detail=detail)


def _winners(viewing: Viewing) -> Phase:
    best, sheet = standings(viewing.match, page=1, size=4)
    winners = [place for place in best if place.rank == 1]
    names = [place.player.name for place in winners]
    if len(winners) == len(best) and sheet.found > len(winners):
        names = names[:2]
        others = ngettext("%(n)s other", "%(n)s others", sheet.found - 2)
        names.append(others % {"n": sheet.found - 2})
    final = money(winners[0].final) if winners else ""
    number = {"names": joined(names), "money": final}
    text = ngettext(
        "The week is over: %(names)s wins with %(money)s.",
        "The week is over: %(names)s win with %(money)s each.",
        len(winners),
    )
    return Phase(text % number, "")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
