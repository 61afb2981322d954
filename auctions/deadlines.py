"""The private calendar of deadlines: its link, and the feed behind it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from auctions.icalendar import CalendarEntry, calendar
from auctions.page.words import auction_name
from auctions.selectors.calendar_feed import (
    Deadline,
    Move,
    auctions_of,
    feed_of,
    moves_of,
    person_by,
)
from auctions.services.calendar_feed import make_feed, revoke_feed

WHERE = "auctions:deadlines"


@login_required
@require_safe
def deadlines(request: HttpRequest) -> HttpResponse:
    """The link to the calendar, which may be made, renewed and revoked."""
    feed = feed_of(request.user)
    link = reverse("auctions:feed", args=[feed.token]) if feed is not None else ""
    context = {"link": request.build_absolute_uri(link) if link else ""}
    return render(request, "auctions/deadlines.html", context)


@login_required
@require_POST
def make_link(request: HttpRequest) -> HttpResponse:
    """A new link to the calendar; an older one ends."""
    make_feed(user=request.user)
    return HttpResponseRedirect(reverse(WHERE))


@login_required
@require_POST
def revoke_link(request: HttpRequest) -> HttpResponse:
    """The link to the calendar ends."""
    revoke_feed(user=request.user)
    messages.success(request, _("The link no longer works."))
    return HttpResponseRedirect(reverse(WHERE))


@require_safe
@cache_control(private=True, max_age=600)
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar, for whoever holds the link: calendars do not log in."""
    person = person_by(token)
    if person is None:
        raise Http404
    entries = [_move(request, one) for one in moves_of(person)]
    entries += [_auction(request, one) for one in auctions_of(person)]
    text = calendar("Ridotto", entries)
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["X-Robots-Tag"] = "noindex"
    return response


def _move(request: HttpRequest, one: Move) -> CalendarEntry:
    """One a table, which goes on to the next move."""
    return CalendarEntry(
        uid=f"{one.public_id}-move@ridotto",
        at=one.until,
        made_at=one.asked_at,
        summary=_("Your move until now: %(table)s") % {"table": one.table},
        url=request.build_absolute_uri(reverse("games:match", args=[one.public_id])),
    )


def _auction(request: HttpRequest, one: Deadline) -> CalendarEntry:
    url = f"{reverse('games:match', args=[one.public_id])}?day={one.auction}"
    return CalendarEntry(
        uid=f"{one.public_id}-{one.auction}@ridotto",
        at=one.instant,
        made_at=one.made_at,
        summary=_("Venice, %(auction)s: %(table)s")
        % {"auction": auction_name(one.auction), "table": one.table},
        url=request.build_absolute_uri(url),
    )
