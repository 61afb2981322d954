"""Views that change packs: uploads, submission, retirement and deletion."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from chat.core.responses import CODE_HEADER, refused_plainly
from chat.messages.validation import blocked_words
from games.blanks.packs import services
from games.blanks.packs.drafts import shown_faults
from games.blanks.packs.reading.preview import Fault
from games.blanks.packs.reading.reader import MOST_BYTES, read
from games.blanks.packs.refusals import Faulty, PackCode
from games.blanks.packs.selectors import bar_of
from games.blanks.packs.services import Notices
from games.blanks.packs.views.pages import is_mine, keep_notices, readable
from games.models import Pack
from games.refusals import Refusal


@login_required
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Upload a new pack from a file."""
    if request.method != "POST":
        return _form(request, None, _too_big(request))
    try:
        return taken(request, *_taken(request, ""))
    except Refusal as refusal:
        return _form(request, None, refusal)


@login_required
@require_http_methods(["GET", "POST"])
def replace(request: HttpRequest, slug: str) -> HttpResponse:
    """Replace the cards of a pack by a file."""
    old = readable(request.user, slug)
    if not is_mine(request.user, old):
        raise Http404
    if request.method != "POST":
        return _form(request, old, _too_big(request))
    try:
        return taken(request, *_taken(request, slug))
    except Refusal as refusal:
        return _form(request, old, refusal)


def _too_big(request: HttpRequest) -> Refusal | None:
    """Return the refusal with which the server redirects a body over its limit here."""
    return Refusal(PackCode.TOO_BIG) if "too_big" in request.GET else None


def _taken(request: HttpRequest, slug: str) -> tuple[Pack, Notices]:
    """Make or replace a pack by the posted file. Raise `Refusal`."""
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile):
        raise Refusal(PackCode.NO_FILE)
    age = request.POST.get("age", "13").strip()[:10]
    language = request.POST.get("language", "en").strip()[:100]
    # One byte over the limit is enough to know that the file is too big.
    data = file.read(MOST_BYTES + 1)
    found = read(data, file.name or "", language=language, blocked=blocked_words())
    if isinstance(found, Fault):
        raise Faulty([found])
    if found.faults:
        raise Faulty(found.faults)
    pack = services.take(
        user=request.user,
        preview=found,
        slug=slug,
        name=found.name or request.POST.get("name", "")[:1000],
        language=found.language or language,
        age=found.min_age or (int(age) if age.isascii() and age.isdecimal() else age),
    )
    return pack, found.notices


def _form(request: HttpRequest, pack: Pack | None, refusal: Refusal | None = None) -> HttpResponse:
    """Render the form, with all faults of the upload."""
    context = {
        "pack": pack,
        "values": _values(request, pack),
        "bar": bar_of(request.user),
        "refusal": refusal,
        "faults": shown_faults(refusal.faults) if isinstance(refusal, Faulty) else (),
    }
    answer = render(
        request, "games/blanks/packs/upload.html", context, status=422 if refusal else 200
    )
    if refusal is not None:
        answer.headers[CODE_HEADER] = refusal.code
    return answer


def _values(request: HttpRequest, pack: Pack | None) -> dict[str, object]:
    """Return the values of the form's fields for CSV.

    They come from the posted form, else from the pack, else from the defaults.
    """
    values: dict[str, object] = {"name": "", "language": "en", "age": 13}
    if pack is not None:
        values = {"name": pack.name, "language": pack.language, "age": pack.min_age}
    return {field: request.POST.get(field, value) for field, value in values.items()}


def taken(request: HttpRequest, pack: Pack, notices: Notices) -> HttpResponse:
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
