"""The page of a match: its fragments, and its last update at the end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from chat.core.hooks import Hook
from chat.core.templates import render
from chat.live.batch import memoized_in_batch, one_batch
from chat.live.fragments import Attributes, Block, Denied, Page, Part
from chat.messages.fragments import chat_window, who_is_here
from games.models import Match, Seat
from games.page.access import could_watch
from games.page.frame import PARTS, match_part, render_part
from games.page.viewer import Viewing, viewing_of
from games.services.match_engine import is_outdated

# --- Last update of a page that loses access
#
# The full result is for those who played (Blanks 2). That the match is over, the scores that
# everybody saw and the winners are no secret: spectators see them in place of the board.


SHOWN = 12  # places of the ranking: a crowd's match may have a hundred thousand

_BOARD = Attributes({"class": "frame-board"})
_SEAT = Attributes({"class": "frame-seat"})
_NOBODY = Attributes({"class": "frame-players", "hidden": "hidden"})


def check_or_part(viewing: Viewing) -> None:
    """Check access like `Viewing.check`, and attach a last update to the `Denied`.

    A spectator's page is shown the end of the match. The page of somebody who was removed is left
    without the seat and the players.
    """
    try:
        viewing.check()
    except Denied as denied:
        last = parting(viewing) or left(viewing, denied)
        raise Denied(denied.where, denied.message, last) from denied


def left(viewing: Viewing, denied: Denied) -> str:
    """Render the last update for somebody who was removed; empty for anyone else.

    It shows the reason, and takes the seat and the players off the page.
    """
    key = getattr(viewing.user, "pk", None)
    if key is None or not viewing.match.bans.filter(user=key).exists():
        return ""
    seat = Block("m-seat", (), SafeString, attributes=_SEAT)
    players = Block("m-players", (), SafeString, attributes=_NOBODY)
    return denied.told() + seat.changes(whole=True) + players.changes(whole=True)


def parting(viewing: Viewing) -> str:
    """Render the last update for a spectator of a match that ended; empty for others."""
    end = end_told(viewing)
    if not end:
        return ""
    board = Block("m-board", (), lambda: end, attributes=_BOARD)
    seat = Block("m-seat", (), SafeString, attributes=_SEAT)
    parts = (match_part(viewing, "phase"), match_part(viewing, "players"), board, seat)
    return "".join(part.changes(whole=True) for part in parts)


def end_told(viewing: Viewing) -> SafeString:
    """Render the end of the match for a user who could watch it.

    Empty for others, and while the match lasts.
    """
    match = viewing.match
    over = match.over and match.started and not is_outdated(match)
    if not (over and could_watch(match, viewing.user)):
        return SafeString("")
    places = memoized_in_batch(("places", match.pk), lambda: _places(match))
    values = {"places": places, "ranked": _are_ranked(match, places)}
    return render("games/parts/told_end.jinja", line=render_part(viewing, "phase"), **values)


def _places(match: Match) -> list[Seat]:
    ranked = Seat.objects.filter(match=match, rank__isnull=False).select_related("user")
    return list(ranked.order_by("rank", "index")[:SHOWN])


def _are_ranked(match: Match, places: Sequence[Seat]) -> bool:
    """Return True if the ranks say anything: there is a winner or not all are tied."""
    if any(place.winner for place in places):
        return True
    return match.status == Match.Status.FINISHED and len({place.rank for place in places}) > 1


# The fragments of every page's header (the bell, my matches), for a user and a match.
header_parts: Hook[[Any, str], list[Part]] = Hook("games.page.match_page.header_parts")


@dataclass(slots=True)
class Once:
    """The fragment for one-time messages. A later update never empties it."""

    viewing: Viewing
    topics: Collection[str]
    id: str = "m-once"

    def html(self) -> SafeString:
        """Render the fragment for a new page.

        Usually empty; it holds a message that a reader without script missed while acting.
        """
        return self.changes() or format_html('<div id="{}" class="once"></div>', self.id)

    def changes(self, *, whole: bool = False) -> SafeString:
        return self.viewing.told_once()


def open_match(user: Any, public_id: str, query: dict[str, str]) -> Page:
    """Return the live page of a match for this viewer.

    Raise `Denied` if they may not see it.
    """
    viewing = viewing_of(user, public_id, query)
    check = partial(check_or_part, viewing)
    check()
    return Page(
        parts=page_parts(viewing),
        check=check,
        rest=viewing.rest,
        join_batch=viewing.join_batch,
        room=f"table-{public_id}",
    )


def page_parts(viewing: Viewing) -> list[Part]:
    """Return every fragment of the page that may change."""
    return [*match_parts(viewing), *around_parts(viewing)]


def match_parts(viewing: Viewing, names: Collection[str] = ()) -> list[Part]:
    """Return the fragments that a command may change, or only the named ones.

    They also make up the answer to a command.
    """
    parts: list[Part] = [match_part(viewing, name) for name in PARTS if not names or name in names]
    return parts if names else [*parts, Once(viewing, viewing.heard("once"))]


def around_parts(viewing: Viewing) -> list[Part]:
    """Return the chat, the list of people present and the site's header fragments."""
    public_id, seated = viewing.public_id, viewing.number is not None
    room = f"{'table' if seated else 'watch'}-{public_id}"
    return [
        *chat_window(viewing.user, room, label=viewing.match.name),
        who_is_here(viewing.user, f"table-{public_id}"),
        *header_parts(viewing.user, public_id),
    ]


def fresh_parts(viewing: Viewing, names: Collection[str] = (), *, polled: bool = False) -> str:
    """Render the fragments (all, or the named ones) as this viewer may see them now.

    Without access the result is empty, with two exceptions: a spectator gets the end of a match
    that is over, and an open page that polls (`polled`) learns that its user was removed.
    """
    with one_batch():
        try:
            viewing.check()
        except Denied as denied:
            # After a command the refusal itself says that the user was removed.
            return parting(viewing) or (left(viewing, denied) if polled else "")
        return "".join(part.changes(whole=True) for part in match_parts(viewing, names))
