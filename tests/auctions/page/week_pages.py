"""Pages of weeks for tests, and weeks that differ in hidden facts."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.db.models import Sum

from auctions.models import Account, Award, Bid
from auctions.page.query_params import Look
from auctions.page.viewer import Viewing
from chat.live.batch import one_batch
from games.page import html_cache
from games.page.frame import PARTS
from games.page.match_page import match_parts
from tests.auctions.moves import place_bid, set_loan
from tests.auctions.weeks import Play, people_called

STAGES = (0, 1, 3, 5, 6, 7)


def hide_other(week: Play, viewer: int | None, resolved: int) -> None:
    """Change what rules 11 hide from this viewer: others' bids, loans and purses."""
    others = Account.objects.filter(match=week.match)
    if viewer is not None:
        others = others.exclude(number=viewer)
    sealed = range(6 if resolved > 5 else 0, 7)
    for auction in sealed:
        for lot in week.frame.lots[auction]:
            _lose_others(lot, others, kept=auction < resolved)
    if resolved > 5:
        return
    for account in others:
        spent = Award.objects.filter(account=account).aggregate(n=Sum("units"))["n"] or 0
        more = 200 - account.loan - spent % 2
        account.loan, account.purse = account.loan + more, account.purse + more
        account.save()


def _lose_others(lot: int, others: Any, *, kept: bool) -> None:
    """Replace others' bids on this lot, except those that have won."""
    won = set(Award.objects.filter(lot=lot).values_list("account", "price")) if kept else set()
    for bid in Bid.objects.filter(lot=lot, account__in=others):
        if (bid.account_id, bid.price) not in won:
            bid.delete()
    account = others[0]
    Bid.objects.update_or_create(
        lot_id=lot,
        account=account,
        price=999_999,
        defaults={"units": 1, "since": account.match.started_at},
    )


def user_of(week: Play, viewer: int | None) -> Any:
    """Return the user on this seat, or a spectator for None."""
    return people_called("watcher", 1)[0] if viewer is None else week.user(viewer)


def render_parts(week: Play, user: Any, **query: str) -> dict[str, str]:
    """Return the game's own fragments, rendered again for this viewer."""
    html_cache._cache.clear()
    with one_batch():
        viewing = Viewing(week.id, user, Look.of(query))
        viewing.recheck()
        return {part.id.removeprefix("m-"): part.html() for part in match_parts(viewing, PARTS)}


def page(week: Play, user: Any, **query: str) -> str:
    return "\n".join(render_parts(week, user, **query).values())


def view_queries(resolved: int) -> list[dict[str, str]]:
    """Return the query parameters of every view and day."""
    days = [{"view": "day", "day": str(day)} for day in range(7)]
    return [
        {},
        *days,
        {"view": "players"},
        {"view": "week"},
        {"view": "plots"},
        {"name": "player", "view": "players"},
    ]


def words(markup: str) -> str:
    """Return the readable text of the markup."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def without_digests(text: str) -> str:
    """Remove seals and digests, whose random digits may contain any number."""
    return re.sub(r"\b[0-9a-f]{16,}\b", "", text)


def forms(markup: str) -> list[str]:
    return re.findall(r"<form.*?</form>", markup, re.S)


def fields(form: str) -> dict[str, str]:
    """Return the fields a form posts unchanged, without its buttons."""
    pairs = re.findall(r'<input[^>]*name="(\w+)"[^>]*?value="([^"]*)"', form)
    return dict(pairs)


def bid(week: Play, seat: int, auction: int, price: int, *, place: int = 0, units: int = 1) -> None:
    """Bid through the service, in place of all bids of this seat on the lot."""
    lot = week.frame.lots[auction][place]
    Bid.objects.filter(lot=lot, account=week.account(seat)).delete()
    place_bid(
        user=week.user(seat), public_id=week.id, auction=auction, item=week.item(auction, place),
        price=price, units=units,
    )  # fmt: skip


def borrow(week: Play, seat: int, amount: int) -> None:
    set_loan(user=week.user(seat), public_id=week.id, amount=amount)
