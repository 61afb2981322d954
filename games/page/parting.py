"""What a page is told last: who watched, how the match ended, and who won.

The result itself is for those who played (Blanks 2). That it is over, the scores that everybody saw
and the winners are no secret: the clock stops, and the board gives way to them.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString

from chat.core.templates import render
from chat.live.batch import memoized_in_batch
from chat.live.parts import Attributes, Block, Denied
from games.models import Match, Seat
from games.page.access import could_watch
from games.page.frame import draw, match_part
from games.page.viewing import Viewing

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
