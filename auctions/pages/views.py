"""Commands about a week by POST, and what a page without a socket asks for."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from auctions.pages.answering import answer, fresh
from auctions.pages.look import Look
from auctions.pages.viewing import Viewing
from auctions.pages.words import day_name, item_name
from auctions.rules.bids import LoanReceipt
from auctions.services import commands
from auctions.services.receipts import Answer
from chat.core.templates import render

_FIELDS = ("do", "auction", "item", "price", "units", "old", "amount")


@sensitive_post_parameters()  # bids are sealed: no error report holds them
@login_required
@require_POST
def act(request: HttpRequest, public_id: str) -> HttpResponse:
    """A bid, a change of one, a withdrawal, or the loan."""
    raw = raw_command(request.POST)

    def command() -> str:
        key = request.POST.get("key", "")
        done = commands.act(user=request.user, public_id=public_id, raw=raw, key=key)
        return receipt_html(raw, done)

    return answer(request, public_id, command)


@login_required
@require_safe
def news(request: HttpRequest, public_id: str) -> HttpResponse:
    """The parts as they stand, for a page whose socket does not get through."""
    parts = fresh(Viewing(public_id, request.user, Look.of(request.GET.dict())))
    return HttpResponse(parts) if parts else HttpResponse(status=204)


def raw_command(post: QueryDict) -> dict[str, Any]:
    """The command as its form posts it.

    A bid in force is named by one field, "auction item price"; a withdrawal goes by that price,
    whatever has been typed meanwhile.
    """
    raw: dict[str, Any] = {name: post[name] for name in _FIELDS if post.get(name, "") != ""}
    named = post.get("bid", "").split(" ")
    if len(named) == 3:
        raw |= dict(zip(("auction", "item", "old"), named, strict=True))
    if raw.get("do") == "withdraw" and "old" in raw:
        raw["price"] = raw.pop("old")
    return raw


def receipt_html(raw: dict[str, Any], done: Answer) -> str:
    """What counts now, since when, and the most it can cost (rules 6.2)."""
    if isinstance(done, LoanReceipt):
        return render("games/venice/receipt.jinja", loan=done)
    return render(
        "games/venice/receipt.jinja",
        loan=None,
        lot=done,
        item=item_name(raw["item"]),
        day=day_name(int(raw["auction"])),
        over=max(0, done.auction_sum - done.money),
    )
