"""The private calendar of deadlines: its link, and the feed behind it (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from auctions.page.words import auction_name
from auctions.selectors.calendar import Deadline, Move, auctions_of, feed_of, moves_of, person_by
from auctions.services.calendar_feed import make_feed, revoke_feed

# --- Deadlines as iCalendar (RFC 5545): events without duration, in UTC
#
# So little of the format is needed that a library would be more to understand than this code.


_LONGEST = 75  # octets per line
# A calendar must contain a component, even if there is no event.
_ZONE = (
    "BEGIN:VTIMEZONE",
    "TZID:UTC",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "END:STANDARD",
    "END:VTIMEZONE",
)


@dataclass(frozen=True)
class CalendarEntry:
    """An event of the calendar."""

    uid: str  # the same each time the feed is read
    at: datetime  # aware
    made_at: datetime  # aware
    summary: str
    url: str


def calendar(name: str, entries: Iterable[CalendarEntry]) -> str:
    """Return the whole feed as iCalendar text."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Ridotto//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        *_ZONE,
        *(line for entry in entries for line in _event(entry)),
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _event(entry: CalendarEntry) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{escaped(entry.uid)}"
    yield f"DTSTAMP:{_utc(entry.made_at)}"
    yield f"DTSTART:{_utc(entry.at)}"
    yield f"SUMMARY:{escaped(entry.summary)}"
    yield f"URL:{entry.url}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _utc(entry: datetime) -> str:
    return entry.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """Return the text escaped as the value of a text property."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return text.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")


def folded(line: str) -> Iterator[str]:
    """Yield the line in pieces of at most 75 octets; all but the first begin with a space."""
    piece, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > _LONGEST:
            yield piece
            piece, size = " ", 1
        piece += letter
        size += octets
    yield piece


WHERE = "auctions:deadlines"


@login_required
@require_safe
def deadlines(request: HttpRequest) -> HttpResponse:
    """Show the link to the calendar, with buttons to create, renew and revoke it."""
    feed = feed_of(request.user)
    link = reverse("auctions:feed", args=[feed.token]) if feed is not None else ""
    context = {"link": request.build_absolute_uri(link) if link else ""}
    return render(request, "games/venice/deadlines.html", context)


@login_required
@require_POST
def make_link(request: HttpRequest) -> HttpResponse:
    """Create a new link to the calendar; the old one stops working."""
    make_feed(user=request.user)
    return HttpResponseRedirect(reverse(WHERE))


@login_required
@require_POST
def revoke_link(request: HttpRequest) -> HttpResponse:
    """Revoke the link to the calendar."""
    revoke_feed(user=request.user)
    messages.success(request, _("The link no longer works."))
    return HttpResponseRedirect(reverse(WHERE))


@require_safe
@cache_control(private=True, max_age=600)
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Serve the calendar to everybody with the link."""
    # The token is the only credential: calendar programs do not log in.
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
    """Return the event of a table's current move."""
    # The uid names only the table, so the event moves on to the next decision.
    return CalendarEntry(
        uid=f"{one.public_id}-move@ridotto",
        at=one.until,
        made_at=one.asked_at,
        summary=_("Deadline: your move at %(table)s") % {"table": one.table},
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
