"""What is told once to a page, and never again: a closing view beside what comes next."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString

from chat.core.templates import render
from games.page.presenting import pages_of
from games.page.snapshot import LoggedEvent, MatchSnapshot


def told_once(snapshot: MatchSnapshot, seat: int | None, since: int) -> tuple[SafeString, int]:
    """The newest that this seat's page, which has seen all up to `since`, has not been told.

    Empty for nothing. And up to where the page has then been told.
    """
    told = once_for(snapshot, seat, since)
    if not told or seat is None:
        return SafeString(""), since
    newest, game = told[-1], snapshot.match.game
    since = newest.streams[str(seat)]
    values = pages_of(game).once(snapshot, seat, newest.event)
    inner = render(f"games/{game}/once.jinja", **{**values, "since": since})
    return format_html(
        '<div id="m-once" class="once has-view" hx-swap-oob="true">{}</div>', inner
    ), since


def once_for(snapshot: MatchSnapshot, seat: int | None, since: int) -> list[LoggedEvent]:
    """What is told once to this seat's pages and this page, opened at `since`, has not had yet.

    Until the phase after it has ended, and only to pages that were open before it.
    """
    if seat is None:
        return []
    name = str(seat)
    return [
        told
        for told in snapshot.told_once
        if seat in (told.event.to or ()) and told.streams.get(name, 0) > since
    ]
