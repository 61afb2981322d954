"""The page of a match: its fragments, and what goes when it begins or ends."""

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
from games.page.frame import PARTS, draw, match_part
from games.page.viewer import Viewing, viewing_of

# --- What a page is told last: who watched, how the match ended, and who won.
#
# The result itself is for those who played (Blanks 2). That it is over, the scores that everybody
# saw and the winners are no secret: the clock stops, and the board gives way to them.


SHOWN = 12  # of the ranking: a week of Venice has a hundred thousand

_BOARD = Attributes({"class": "frame-board"})
_SEAT = Attributes({"class": "frame-seat"})
_NOBODY = Attributes({"class": "frame-players", "hidden": "hidden"})


def check_or_part(viewing: Viewing) -> None:
    """As `Viewing.check`; an open page of whoever has watched to the end takes leave with it.

    That of somebody who was removed is left without the seat and the players.
    """
    try:
        viewing.check()
    except Denied as denied:
        last = parting(viewing) or left(viewing, denied)
        raise Denied(denied.where, denied.message, last) from denied


def left(viewing: Viewing, denied: Denied) -> str:
    """What the page of somebody who was removed shows: why, and nobody's seat. Empty for others."""
    key = getattr(viewing.user, "pk", None)
    if key is None or not viewing.match.bans.filter(user=key).exists():
        return ""
    seat = Block("m-seat", (), SafeString, attributes=_SEAT)
    players = Block("m-players", (), SafeString, attributes=_NOBODY)
    return denied.told() + seat.changes(whole=True) + players.changes(whole=True)


def parting(viewing: Viewing) -> str:
    """What the page of somebody who has watched to the end shows; empty for others."""
    end = end_told(viewing)
    if not end:
        return ""
    board = Block("m-board", (), lambda: end, attributes=_BOARD)
    seat = Block("m-seat", (), SafeString, attributes=_SEAT)
    parts = (match_part(viewing, "phase"), match_part(viewing, "players"), board, seat)
    return "".join(part.changes(whole=True) for part in parts)


def end_told(viewing: Viewing) -> SafeString:
    """How it ended, to whoever could watch it; empty to others, and while it lasts."""
    match = viewing.match
    if not (match.over and match.started and could_watch(match, viewing.user)):
        return SafeString("")
    places = memoized_in_batch(("places", match.pk), lambda: _places(match))
    values = {"places": places, "ranked": _are_ranked(match, places)}
    return render("games/parts/told_end.jinja", line=draw(viewing, "phase"), **values)


def _places(match: Match) -> list[Seat]:
    ranked = Seat.objects.filter(match=match, rank__isnull=False).select_related("user")
    return list(ranked.order_by("rank", "index")[:SHOWN])


def _are_ranked(match: Match, places: Sequence[Seat]) -> bool:
    """Whether their ranks say anything: also behind a tie that nobody wins."""
    if any(place.winner for place in places):
        return True
    return match.status == Match.Status.FINISHED and len({place.rank for place in places}) > 1


# The parts of the header that every page has (the bell, my matches), for a user and a match.
header_parts: Hook[[Any, str], list[Part]] = Hook("games.page.match_page.header_parts")


@dataclass(slots=True)
class Once:
    """What is told once to a page: drawn into a part that is never redrawn empty."""

    viewing: Viewing
    topics: Collection[str]
    id: str = "m-once"

    def html(self) -> SafeString:
        """As the page begins: empty, or what its reader missed when they acted without script."""
        return self.changes() or format_html('<div id="{}" class="once"></div>', self.id)

    def changes(self, *, whole: bool = False) -> SafeString:
        return self.viewing.told_once()


def open_match(user: Any, public_id: str, query: dict[str, str]) -> Page:
    """The live page of a match for this viewer. Raises `Denied`."""
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
    """Everything on the page that may change."""
    return [*match_parts(viewing), *around_parts(viewing)]


def match_parts(viewing: Viewing, names: Collection[str] = ()) -> list[Part]:
    """The parts that a command may change (these, or all): they also make up its answer."""
    parts: list[Part] = [match_part(viewing, name) for name in PARTS if not names or name in names]
    return parts if names else [*parts, Once(viewing, viewing.heard("once"))]


def around_parts(viewing: Viewing) -> list[Part]:
    """Chat, who is here, and what the house puts on every page."""
    public_id, seated = viewing.public_id, viewing.number is not None
    room = f"{'table' if seated else 'watch'}-{public_id}"
    return [
        *chat_window(viewing.user, room, label=viewing.match.name),
        who_is_here(viewing.user, f"table-{public_id}"),
        *header_parts(viewing.user, public_id),
    ]


def fresh_parts(viewing: Viewing, names: Collection[str] = (), *, polled: bool = False) -> str:
    """Parts as this viewer may see them now (these, or all); nothing where they may not look.

    Whoever has watched to the end is told how it ended. `polled`: an open page asks; that of
    somebody who was removed is told so. A refused command has its own sentence instead.
    """
    with one_batch():
        try:
            viewing.check()
        except Denied as denied:
            return parting(viewing) or (left(viewing, denied) if polled else "")
        return "".join(part.changes(whole=True) for part in match_parts(viewing, names))
