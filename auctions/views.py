"""The view that accepts the players' commands by POST."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.safestring import SafeString
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from auctions.page.query_params import Look, address
from auctions.page.words import day_name, item_name, joined
from auctions.rules.bids import DoneReceipt, LoanReceipt
from auctions.services import commands
from auctions.services.commands import Answer
from chat.core.templates import render
from games.views.responses import answer_with_fragments, page_query

# The fragments that a sealed command may change: only its player sees them differently.
OWN = ("phase", "guide", "seat")
# The fragments that a mark may change: everybody sees who is done and when the auction is.
PUBLIC = (
    "phase",
    "guide",
    "seat",
    "board",
    "players",
)
_FIELDS = ("do", "auction", "item", "price", "units", "old", "amount")


@sensitive_post_parameters()  # bids are sealed, so no error report may contain them
@login_required
@require_POST
def act(request: HttpRequest, public_id: str) -> HttpResponse:
    """Execute a player's command: a bid, a change or withdrawal, the loan, or a mark."""
    raw = raw_command(request.POST)

    def command() -> SafeString:
        key = request.POST.get("key", "")
        done = commands.act(user=request.user, public_id=public_id, raw=raw, key=key)
        return receipt_html(raw, done)

    look = Look.of(page_query(request)).with_(done=True)
    back = address(public_id, look) + "#my-desk"
    changes = PUBLIC if raw.get("do") in ("done", "undone") else OWN
    return answer_with_fragments(request, public_id, command, changes=changes, back=back)


def raw_command(post: QueryDict) -> dict[str, Any]:
    """Return the posted form fields as a raw command.

    The form names a bid in force in one field, "auction item price". A withdrawal uses that price
    and ignores the price typed into the form.
    """
    raw: dict[str, Any] = {name: post[name] for name in _FIELDS if post.get(name, "") != ""}
    named = post.get("bid", "").split(" ")
    if len(named) == 3:
        raw |= dict(zip(("auction", "item", "old"), named, strict=True))
    if raw.get("do") == "withdraw" and "old" in raw:
        raw["price"] = raw.pop("old")
    return raw


def receipt_html(raw: dict[str, Any], done: Answer) -> SafeString:
    """Render the receipt of a bid or loan (rules 6.2) or of a mark (rules 3.2)."""
    if isinstance(done, DoneReceipt):
        return render(
            "games/venice/receipt.jinja",
            loan=None,
            mark=done,
            days=joined([day_name(number) for number in done.auctions]),
        )
    if isinstance(done, LoanReceipt):
        return render("games/venice/receipt.jinja", mark=None, loan=done)
    return render(
        "games/venice/receipt.jinja",
        mark=None,
        loan=None,
        lot=done,
        item=item_name(raw["item"]),
        day=day_name(int(raw["auction"])),
        over=max(0, done.auction_sum - done.money),
    )
