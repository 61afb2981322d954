"""Who owns a table when its owner has gone."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from chat.people.notices import notify
from games.engine.base import Event
from games.engine.table import Sitter, next_owner
from games.models import Match, Seat
from games.rules import engine_of, state_of
from games.selectors.seats import PERSON, seated
from games.selectors.titles import is_crowd, title_of


def owns(match: Match, seat: Seat) -> bool:
    return match.owner_id is not None and match.owner_id == seat.user_id


def heir_of(match: Match, gone: Seat) -> Seat | None:
    """The earliest person who stays, one who is not away if there is one; bots are left aside."""
    if is_crowd(match):
        return seated(match).filter(PERSON).exclude(pk=gone.pk).first()
    rows = {str(seat.pk): seat for seat in seated(match).exclude(pk=gone.pk)}
    away = away_seats(match)
    sitters = [
        Sitter(name=name, bot=seat.user_id is None or seat.program, away=seat.index in away)
        for name, seat in rows.items()
    ]
    heir = next_owner(sitters)
    return rows[heir] if heir else None


def away_seats(match: Match) -> set[int]:
    """Who is away now, by the game's own rule where it has one."""
    if match.status == Match.Status.RUNNING and title_of(match).own_away:
        return set(engine_of(match).view(state_of(match), None).away)
    rows = seated(match).values_list("index", "away", "stand_in")
    return {index for index, away, stand_in in rows if away or stand_in}


def owner_changed(heir: Seat | None) -> tuple[Event, ...]:
    """What the log of a running match tells of it."""
    return () if heir is None else (Event(kind="owner", facts={"seat": heir.index}),)


def hand_over(*, match: Match, heir: Seat | None) -> None:
    """The table is the heir's. With none but bots left it is nobody's; an empty one stays as is."""
    if heir is not None:
        match.owner = heir.user
    elif seated(match).exists():
        match.owner = None
    match.save(update_fields=["owner"])
    if heir is not None and heir.user is not None and match.active:
        text = _("The table “%(table)s” is yours now.") % {"table": match.name}
        url = reverse("games:match", args=[match.public_id])
        notify(user=heir.user, kind="owner", text=text, url=url)
