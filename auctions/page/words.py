"""Names and numbers of a week in words, and words that a newcomer may not know."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, gettext_noop

from auctions.rules.catalogue import NAMES
from auctions.rules.schedule import CLOSING, OPENING
from auctions.selectors.calendar import NextAuction
from chat.core.translation import gettext as _, ngettext

DAYS = (
    gettext_noop("Sunday"),
    gettext_noop("Monday"),
    gettext_noop("Tuesday"),
    gettext_noop("Wednesday"),
    gettext_noop("Thursday"),
    gettext_noop("Friday"),
    gettext_noop("Saturday"),
)
SHORT_DAYS = (
    gettext_noop("Sun"),
    gettext_noop("Mon"),
    gettext_noop("Tue"),
    gettext_noop("Wed"),
    gettext_noop("Thu"),
    gettext_noop("Fri"),
    gettext_noop("Sat"),
)
RESOURCES: tuple[Promise, ...] = (
    gettext_lazy("force"),
    gettext_lazy("popularity"),
    gettext_lazy("influence"),
)
RESOURCE_KEYS = ("force", "popularity", "influence")
MINUS = "\u2212"


def day_name(auction: int) -> str:
    """The day an auction is named after, whatever the pace."""
    return _(DAYS[auction])


def short_day_name(auction: int) -> str:
    """As `day_name`, where there is little room."""
    return _(SHORT_DAYS[auction])


def auction_name(auction: int) -> str:
    """As in "the opening auction"."""
    if auction == OPENING:
        return _("the opening auction")
    if auction == CLOSING:
        return _("the closing auction")
    return _("%(day)s’s auction") % {"day": day_name(auction)}


def item_name(item: str) -> str:
    return _(NAMES[item])


def bare(amount: int) -> str:
    """A whole number with a real minus and a thin space in thousands."""
    digits = f"{abs(amount):,}".replace(",", "\u202f")
    return f"{MINUS if amount < 0 else ''}{digits}"


def money(amount: int) -> str:
    """Dollars."""
    return f"{bare(amount)}\u00a0$"


def cents(amount: int) -> str:
    """Dollars with cents, of an amount in cents."""
    return f"{amount // 100}.{amount % 100:02d}\u00a0$"


def joined(parts: list[str]) -> str:
    """As in the middle of a sentence."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def first_of(parts: list[str], most: int) -> list[str]:
    """So many at most: where there are more, the last says so."""
    return parts if len(parts) <= most else [*parts[: most - 1], _("more")]


def clock_time(instant: datetime, zone: ZoneInfo) -> str:
    return instant.astimezone(zone).strftime("%H:%M")


def date_and_time(instant: datetime, zone: ZoneInfo) -> str:
    """As "25 November, 17:15" in this zone."""
    local = instant.astimezone(zone)
    return _("%(date)s, %(time)s") % {
        "date": date_format(local.replace(tzinfo=None), "j F"),
        "time": local.strftime("%H:%M"),
    }


def weekday_and_time(instant: datetime, zone: ZoneInfo) -> str:
    """As "Sunday 29 November, 17:15" in this zone."""
    local = instant.astimezone(zone)
    day = date_format(local.replace(tzinfo=None), "l j F")
    return _("%(date)s, %(time)s") % {"date": day, "time": local.strftime("%H:%M")}


def short_date(instant: datetime, zone: ZoneInfo) -> str:
    """As "25 Nov" in this zone."""
    return date_format(instant.astimezone(zone).replace(tzinfo=None), "j M")


def zone_place(zone: str) -> str:
    """The city of a zone: Rome for Europe/Rome."""
    return zone.rpartition("/")[2].replace("_", " ")


def waiting_text(coming: NextAuction) -> str:
    """What its player may do about the next auction, in a few words."""
    words: dict[str, object] = {"auction": auction_name(coming.auction)}
    if not coming.bids:
        if coming.money:
            return _("no bids yet for %(auction)s") % words
        if coming.auction == OPENING:
            return _("borrow and bid before %(auction)s") % words
        return _("%(auction)s is next; your purse is empty") % words
    text = ngettext(
        "%(n)s bid in %(auction)s, for %(most)s at most",
        "%(n)s bids in %(auction)s, for %(most)s at most",
        coming.bids,
    )
    return text % (words | {"n": coming.bids, "most": money(coming.most)})


# --- Words of the week that a newcomer may not know, each with what it means. ---


AGENDA = (
    gettext_lazy("Agenda"),
    gettext_lazy(
        "A plan of yours for the week: it brings its money if your goods can pay its cost."
    ),
)
REALIZED = (
    gettext_lazy("Realized"),
    gettext_lazy("Paid with goods and turned into money: on Saturday, in the best combination."),
)
LACKING = gettext_lazy(
    "What the agendas you hold or bid for cost beyond your points. An agenda is a plan of yours: "
    "it brings its money if your goods can pay its cost."
)
