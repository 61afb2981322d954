"""Views that show packs: one's own, the approved ones, and a pack with its cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.blanks.packs import sample_files
from games.blanks.packs.reading.export import as_csv, as_json, as_object
from games.blanks.packs.reading.texts import notice_text
from games.blanks.packs.reading.values import Pack as PackValue
from games.blanks.packs.selectors import (
    approved_packs,
    as_value,
    bar_of,
    may_see,
    packs_of,
    with_counts,
)
from games.blanks.packs.services import MOST_PACKS, Notices
from games.blanks.rules.sentence import pieces
from games.models import Pack, PackCard

CARDS_A_PAGE = 36
PACKS_A_PAGE = 30
MOST_NOTICES = 100
_NOTICES = "pack-notices"  # in the session


@dataclass(frozen=True)
class ShownCard:
    """A card as the page of its pack shows it."""

    card: PackCard
    colour: str
    pieces: tuple[str, ...]  # the text, cut at its blanks


def _shown(card: PackCard) -> ShownCard:
    is_black = card.colour == PackCard.Colour.BLACK
    return ShownCard(card, card.colour, pieces(card.text, is_black=is_black))


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List the user's own packs with their states."""
    packs = list(packs_of(request.user))
    context = {
        "packs": packs,
        "most": MOST_PACKS,
        "full": len(packs) >= MOST_PACKS,
        "bar": bar_of(request.user),
    }
    return render(request, "games/blanks/packs/mine.html", context)


@login_required
@require_safe
def approved(request: HttpRequest) -> HttpResponse:
    """List the packs that everybody may use."""
    page = Paginator(approved_packs(), PACKS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "games/blanks/packs/approved.html", {"page": page})


@login_required
@require_safe
def pack(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a pack with its cards."""
    found = readable(request.user, slug)
    page = Paginator(_cards(request.user, found), CARDS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "pack": found,
        "mine": is_mine(request.user, found),
        "bar": bar_of(request.user),
        "page": page,
        "cards": [_shown(card) for card in page],
        "notices": _take_notices(request, found),
    }
    return render(request, "games/blanks/packs/pack.html", context)


def keep_notices(request: HttpRequest, pack: Pack, notices: Notices) -> None:
    """Store an upload's notices in the session for the page of the pack."""
    # One over the limit, so that the page can say that there are more.
    told = [
        {"place": one.place, "message": notice_text(one.code)}
        for one in notices[: MOST_NOTICES + 1]
    ]
    if told:
        request.session[_NOTICES] = {"slug": pack.slug, "told": told}


def _take_notices(request: HttpRequest, pack: Pack) -> list[dict[str, str]]:
    """Return the notices of this pack's last upload, once."""
    kept = request.session.get(_NOTICES)
    if kept is None or kept["slug"] != pack.slug:
        return []
    told: list[dict[str, str]] = request.session.pop(_NOTICES)["told"]
    return told


@login_required
@require_safe
def download(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the pack as its JSON file."""
    return _download(request, slug, as_json, "application/json", "json")


@login_required
@require_safe
def download_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the cards of the pack as CSV."""
    return _download(request, slug, as_csv, "text/csv; charset=utf-8", "csv")


@login_required
@require_safe
def download_object(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the pack as the JSON that most other programs read."""
    return _download(request, slug, as_object, "application/json", "other.json")


def _download(
    request: HttpRequest, slug: str, write: Callable[[PackValue], str], kind: str, ending: str
) -> HttpResponse:
    found = readable(request.user, slug)
    value = as_value(found, list(_cards(request.user, found)))
    return file_answer(write(value), kind, f"{found.slug}.{ending}")


def _cards(user: Any, found: Pack) -> QuerySet[PackCard]:
    """Return the cards that this user may read: hidden ones only for the author."""
    cards = found.cards.order_by("colour", "place")
    return cards if is_mine(user, found) else cards.filter(hidden=False)


def readable(user: Any, slug: str) -> Pack:
    """Return a pack with its counts. Raise `Http404` if this user may not read it."""
    found = with_counts(Pack.objects.select_related("owner")).filter(slug=slug).first()
    if found is None or not may_see(user, found):
        raise Http404
    return found


def is_mine(user: Any, found: Pack) -> bool:
    return found.owner_id is not None and found.owner_id == user.pk


@require_safe
def json_example(request: HttpRequest) -> HttpResponse:
    return file_answer(sample_files.json_example(), "application/json", "example-pack.json")


@require_safe
def csv_example(request: HttpRequest) -> HttpResponse:
    return file_answer(sample_files.csv_example(), "text/csv; charset=utf-8", "example-pack.csv")


def file_answer(text: str, content_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=content_type, headers=headers)
