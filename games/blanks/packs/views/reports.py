"""Views that report a card from the table, or from the page of its pack."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from chat.core.responses import CODE_HEADER
from games.blanks.packs import reports
from games.blanks.packs.selectors import may_see
from games.blanks.rules.sentence import alone
from games.models import PackCard
from games.refusals import Refusal


@login_required
@require_safe
def seen(request: HttpRequest, public_id: str) -> HttpResponse:
    """List all cards that a player sees at the table, to report one."""
    try:
        cards = reports.cards_in_sight(user=request.user, public_id=public_id)
    except Refusal:
        raise Http404
    shown = [(card.id, alone(card.text)) for card in cards]
    context = {"cards": shown, "public_id": public_id}
    return render(request, "games/blanks/packs/report_seen.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def in_match(request: HttpRequest, public_id: str, card: str) -> HttpResponse:
    """Report a card that a player sees at the table."""
    try:
        found = reports.card_in_sight(user=request.user, public_id=public_id, card=card)
    except Refusal:
        raise Http404

    def report(reason: str) -> object:
        return reports.report_card(user=request.user, public_id=public_id, card=card, reason=reason)

    return _page(request, found.text, reverse("games:match", args=[public_id]), report)


@login_required
@require_http_methods(["GET", "POST"])
def listed(request: HttpRequest, card_pk: int) -> HttpResponse:
    """Report a card on the page of its pack."""
    card = PackCard.objects.select_related("pack").filter(pk=card_pk).first()
    if card is None or not may_see(request.user, card.pack):
        raise Http404

    def report(reason: str) -> object:
        return reports.report_listed_card(user=request.user, card_pk=card_pk, reason=reason)

    return _page(request, card.text, reverse("packs:pack", args=[card.pack.slug]), report)


def _page(
    request: HttpRequest, text: str, back: str, report: Callable[[str], object]
) -> HttpResponse:
    if request.method != "POST":
        return render(request, "games/blanks/packs/report.html", {"text": text, "back": back})
    reason = request.POST.get("reason", "")[:1000]
    try:
        report(reason)
    except Refusal as refusal:
        context = {"text": text, "back": back, "reason": reason, "refusal": refusal}
        answer = render(request, "games/blanks/packs/report.html", context, status=422)
        answer.headers[CODE_HEADER] = refusal.code
        return answer
    messages.success(request, _("Reported. A moderator will look at the card."))
    return HttpResponseRedirect(back)
