"""Views that change packs: uploads, submission, retirement and deletion."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST

from chat.core.responses import refused_plainly
from games.blanks.packs import services
from games.blanks.packs.services import Notices
from games.blanks.packs.views.pages import keep_notices
from games.models import Pack
from games.refusals import Refusal


def taken(request: HttpRequest, pack: Pack, notices: Notices = ()) -> HttpResponse:
    """Redirect to the page of a saved pack, which will show the notices once."""
    count = pack.cards.count()
    text = ngettext("Saved: %(name)s, %(n)s card.", "Saved: %(name)s, %(n)s cards.", count)
    messages.success(request, text % {"name": pack.name, "n": count})
    keep_notices(request, pack, notices)
    return HttpResponseRedirect(_page(pack.slug))


@login_required
@require_POST
def submit(request: HttpRequest, slug: str) -> HttpResponse:
    return carry_out(
        request,
        lambda: services.submit_pack(user=request.user, slug=slug),
        done=_("Submitted. A moderator will review it, and you will be notified of the decision."),
        then=_page(slug),
        else_=_page(slug),
    )


@login_required
@require_POST
def retire(request: HttpRequest, slug: str) -> HttpResponse:
    return carry_out(
        request,
        lambda: services.retire_own_pack(user=request.user, slug=slug),
        done=_("Retired. Nobody can choose this pack for a new match."),
        then=_page(slug),
        else_=_page(slug),
    )


@login_required
@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    return carry_out(
        request,
        lambda: services.delete_pack(user=request.user, slug=slug),
        done=_("The pack is deleted. Matches that have started keep their copy."),
        then=reverse("packs:mine"),
        else_=reverse("packs:mine"),
    )


def _page(slug: str) -> str:
    return reverse("packs:pack", args=[slug])


def carry_out(
    request: HttpRequest, command: Callable[[], object], *, done: str, then: str, else_: str
) -> HttpResponse:
    """Run a command, then redirect.

    On success go to `then` with the message `done`, on refusal to `else_` with its reason.
    """
    try:
        command()
    except Refusal as refusal:
        return refused_plainly(request, refusal, else_)
    messages.success(request, done)
    return HttpResponseRedirect(then)
