"""I am done: what the players say of themselves at the fast pace (rules 3.2). Public."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auctions.page.own import Own
from auctions.page.words import day_name, joined
from auctions.rules.schedule import AUCTIONS
from auctions.selectors.frame import frame_of
from auctions.selectors.marks import done_of, how_many
from chat.core.translation import gettext as _, ngettext
from chat.live.batch import memoized_in_batch


@dataclass(frozen=True)
class DoneDesk:
    """What a player may say about the coming auction (`day`, called `name`) and those after it.

    `said`: how many people are, "" to who plays with bots alone. `mine`: the player is done with
    it; `all_left`: with all to come; `later`: there are more.
    """

    day: int
    name: str
    said: str
    mine: bool
    all_left: bool
    any_left: bool
    later: bool


def done_desk(own: Own) -> DoneDesk | None:
    """None where nobody can be done: at the daily pace, and while nothing is to come."""
    viewing = own.viewing
    coming = viewing.week.next_day
    if coming is None or coming.progress != "coming" or not frame_of(viewing.match).fast:
        return None
    mine = done_of(viewing.match, own.account)
    return DoneDesk(
        day=coming.number,
        name=day_name(coming.number),
        said=_said(own, coming.number),
        mine=coming.number in mine,
        all_left=len(mine) == AUCTIONS - coming.number,
        any_left=bool(mine),
        later=coming.number < AUCTIONS - 1,
    )


def _said(own: Own, auction: int) -> str:
    match = own.viewing.match
    key = ("how many are done", match.pk, auction)
    done, people = memoized_in_batch(key, lambda: how_many(match, auction))
    if people == 1:
        return ""
    text = ngettext(
        "%(n)s of %(of)s person is done with %(day)s.",
        "%(n)s of %(of)s people are done with %(day)s.",
        people,
    )
    return text % {"n": done, "of": people, "day": day_name(auction)}


def done_in_words(auctions: Sequence[int], resolved: int) -> str:
    """What the list of players says of one who is done with these auctions; "" with none."""
    if not auctions:
        return ""
    if len(auctions) == AUCTIONS - resolved:
        return _("done with all that are left")
    return _("done with %(days)s") % {"days": joined([day_name(one) for one in auctions])}
