"""Names and numbers of a week in words, and terms that a newcomer may not know."""

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
    """Return the day an auction is named after, whatever the pace."""
    return _(DAYS[auction])


def short_day_name(auction: int) -> str:
    """Return the abbreviated day of an auction."""
    return _(SHORT_DAYS[auction])


def auction_name(auction: int) -> str:
    """Return an auction's name with its article, such as "the opening auction"."""
    if auction == OPENING:
        return _("the opening auction")
    if auction == CLOSING:
        return _("the closing auction")
    return _("%(day)s’s auction") % {"day": day_name(auction)}


def item_name(item: str) -> str:
    return _(NAMES[item])


def money(amount: int) -> str:
    """Return an amount of dollars as text, such as −$1,234."""
    return f"{MINUS if amount < 0 else ''}${abs(amount):,}"


def cents(amount: int) -> str:
    """Return an amount of cents as dollars with cents."""
    return f"${amount // 100:,}.{amount % 100:02d}"


def joined(parts: list[str]) -> str:
    """Join parts with commas and "and", for the middle of a sentence."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def first_of(parts: list[str], most: int) -> list[str]:
    """Return at most `most` parts; the last one is "more" if some were left out."""
    return parts if len(parts) <= most else [*parts[: most - 1], _("more")]


def clock_time(instant: datetime, zone: ZoneInfo) -> str:
    return instant.astimezone(zone).strftime("%H:%M")


def date_and_time(instant: datetime, zone: ZoneInfo) -> str:
    """Return a text like "25 November, 17:15" in this zone."""
    local = instant.astimezone(zone)
    return _("%(date)s, %(time)s") % {
        "date": date_format(local.replace(tzinfo=None), "j F"),
        "time": local.strftime("%H:%M"),
    }


def weekday_and_time(instant: datetime, zone: ZoneInfo) -> str:
    """Return a text like "Sunday 29 November, 17:15" in this zone."""
    local = instant.astimezone(zone)
    day = date_format(local.replace(tzinfo=None), "l j F")
    return _("%(date)s, %(time)s") % {"date": day, "time": local.strftime("%H:%M")}


def short_date(instant: datetime, zone: ZoneInfo) -> str:
    """Return a text like "25 Nov" in this zone."""
    return date_format(instant.astimezone(zone).replace(tzinfo=None), "j M")


def zone_place(zone: str) -> str:
    """Return the city of a zone, such as Rome for Europe/Rome."""
    return zone.rpartition("/")[2].replace("_", " ")


def waiting_text(coming: NextAuction) -> str:
    """Return a short text on the user's bids in the next auction."""
    words: dict[str, object] = {"auction": auction_name(coming.auction)}
    if not coming.bids:
        if coming.money:
            return _("no bids yet for %(auction)s") % words
        if coming.auction == OPENING:
            return _("borrow and bid before %(auction)s") % words
        return _("%(auction)s is next; your purse is empty") % words
    text = ngettext(
        "%(n)s bid in %(auction)s, up to %(most)s",
        "%(n)s bids in %(auction)s, up to %(most)s",
        coming.bids,
    )
    return text % (words | {"n": coming.bids, "most": money(coming.most)})


# --- Terms that a newcomer may not know, with their meaning ---


AGENDA = (
    gettext_lazy("Agenda"),
    gettext_lazy("A plan for your week: it pays out if your goods cover its cost."),
)
REALIZED = (
    gettext_lazy("Realized"),
    gettext_lazy(
        "Paid for with goods and turned into money, on Saturday, in the best combination."
    ),
)
LACKING = gettext_lazy(
    "The points you still lack for the agendas you hold or bid for. An agenda is a "
    "plan for your week: it pays out if your goods cover its cost."
)
