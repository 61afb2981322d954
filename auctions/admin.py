"""The admin list of upcoming, late and resolved auctions, without bids and money."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from auctions.models import Auction
from auctions.page.words import auction_name
from chat.admin.filters import Narrowing, everything
from chat.admin.links import link_to_row
from chat.admin.row_acts import ActAdmin
from chat.core.clock import now
from games.admin.deadlines import late_since
from games.models import Match

LATE_AFTER = timedelta(seconds=60)  # resolving a large auction takes a while
_COMING = {"resolved_at": None, "match__status__in": [Match.Status.RUNNING, Match.Status.STALLED]}


class StateFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "coming": (_("Upcoming"), lambda rows: rows.filter(**_COMING)),
        "late": (
            _("Late"),
            lambda rows: rows.filter(**_COMING, instant__lt=now() - LATE_AFTER),
        ),
        "resolved": (_("Resolved"), lambda rows: rows.filter(resolved_at__isnull=False)),
        "all": (_("All"), everything),
    }


@admin.register(Auction)
class AuctionAdmin(ActAdmin):
    """The list of auctions: their times, and what is public from the start."""

    list_display = ("to_match", "name", "instant", "resolved_at", "late")
    list_display_links = None
    list_filter = (StateFilter,)
    search_fields = ("=match__public_id", "match__name__icontains")
    search_help_text = _("A match's ID, or part of its name")
    ordering = ("instant", "pk")
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Auction]:
        rows = Auction.objects.select_related("match")
        return rows.only("number", "instant", "resolved_at", "match__name", "match__public_id")

    @admin.display(description=_("match"))
    def to_match(self, auction: Auction) -> str:
        return link_to_row(auction.match)

    @admin.display(description=_("auction"))
    def name(self, auction: Auction) -> str:
        return auction_name(auction.number)

    @admin.display(description=_("late"))
    def late(self, auction: Auction) -> str:
        return late_since(None if auction.resolved_at else auction.instant, after=LATE_AFTER)
