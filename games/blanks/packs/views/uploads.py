"""Views of files of cards: the form, the preview of what was read, and taking it."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from chat.core.responses import CODE_HEADER
from chat.messages.validation import blocked_words
from games.blanks.packs import services, uploads
from games.blanks.packs.drafts import posted_age
from games.blanks.packs.reading.preview import Fault, Preview
from games.blanks.packs.reading.reader import MOST_BYTES, read
from games.blanks.packs.reading.tables import FORMULA
from games.blanks.packs.reading.texts import fault_text
from games.blanks.packs.refusals import PackCode
from games.blanks.packs.selectors import bar_of
from games.blanks.packs.uploads import CARDS_A_PAGE, Choices, Upload
from games.blanks.packs.views.changes import taken
from games.blanks.packs.views.pages import file_answer, is_mine, readable
from games.blanks.rules.sentence import pieces
from games.models import Pack
from games.refusals import Refusal

CARDS_SHOWN = 10
_TOO_BIG = Fault(place="", code="too_big")


@login_required
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Take a file or pasted text for a new pack, or for the pack `slug`, and go to its preview."""
    pack = _own_pack(request, slug)
    if request.method != "POST":
        # The server redirects a body over its limit here.
        return _form(request, pack, fault=_TOO_BIG if "too_big" in request.GET else None)
    try:
        file = _posted(request)
    except Refusal as refusal:
        return _form(request, pack, refusal)
    if len(file.data) > MOST_BYTES:
        return _form(request, pack, fault=_TOO_BIG)
    uploads.keep(request, file)
    return HttpResponseRedirect(_preview_url(pack))


def _own_pack(request: HttpRequest, slug: str) -> Pack | None:
    """Return the pack that a file is to replace, or None. Raise `Http404` for another user's."""
    if not slug:
        return None
    pack = readable(request.user, slug)
    if not is_mine(request.user, pack):
        raise Http404
    return pack


def _posted(request: HttpRequest) -> Upload:
    """Return the posted file or text. Raise `Refusal` if there is none."""
    bar = bar_of(request.user)
    if bar is not None:
        raise Refusal(PackCode.AUTHOR_BARRED, reason=bar.reason)
    file = request.FILES.get("file")
    if isinstance(file, UploadedFile):
        # One byte over the limit is enough to know that the file is too big.
        found = Upload(file.read(MOST_BYTES + 1), (file.name or "")[:200])
    else:
        found = Upload(request.POST.get("text", "").strip().encode(), "")
    if not found.data:
        raise Refusal(PackCode.NO_FILE)
    return found


def _form(
    request: HttpRequest,
    pack: Pack | None,
    refusal: Refusal | None = None,
    fault: Fault | None = None,
) -> HttpResponse:
    context = {
        "pack": pack,
        "action": _form_url(pack),
        "bar": bar_of(request.user),
        "error": refusal.message if refusal else fault_text(fault) if fault else "",
    }
    code = refusal.code if refusal else fault.code if fault else ""
    return _coded(request, "games/blanks/packs/upload.html", context, code)


def _coded(request: HttpRequest, template: str, context: Any, code: str) -> HttpResponse:
    """Render a page, which has status 422 if it shows a refusal with this code."""
    answer = render(request, template, context, status=422 if code else 200)
    if code:
        answer.headers[CODE_HEADER] = code
    return answer


def _preview_url(pack: Pack | None) -> str:
    return reverse("packs:replace_preview", args=[pack.slug]) if pack else reverse("packs:preview")


# --- The preview


@login_required
@require_http_methods(["GET", "POST"])
def preview(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Show how the uploaded file was read, with the posted choices, and take it if told to."""
    pack = _own_pack(request, slug)
    file = uploads.kept(request)
    if file is None:
        messages.error(request, _("Uploaded files are kept for an hour. Choose yours again."))
        return HttpResponseRedirect(_form_url(pack))
    choices = uploads.choices_of(request.POST)
    heading = _heading(request, pack, file)
    found = read(
        file.data,
        file.filename,
        language=heading["language"] or "en",
        packs=choices.packs,
        columns=choices.columns,
        turned=choices.turned,
        turn_all=choices.turn_all,
        keep_capitals=choices.keep_capitals,
        blocked=blocked_words(),
    )
    if isinstance(found, Fault):
        if found.rows:
            return _columns(request, pack, found)
        return _form(request, pack, fault=found)
    if "left_out" in request.POST:
        return _left_out(found)
    heading = heading if request.method == "POST" else _heading_of(found, heading)
    is_taken = "take" in request.POST
    if is_taken and request.POST.get("count") == str(len(found.black) + len(found.white)):
        try:
            saved = services.take(user=request.user, preview=found, slug=slug, **heading)
        except Refusal as refusal:
            return _page(request, pack, file, found, choices, heading, refusal=refusal)
        uploads.forget(request.user)
        return taken(request, saved)
    return _page(request, pack, file, found, choices, heading, is_changed=is_taken)


def _heading(request: HttpRequest, pack: Pack | None, file: Upload) -> dict[str, Any]:
    """Return name, language and age as posted, else those of the pack to replace."""
    stem = " ".join(file.filename.rpartition(".")[0].replace("_", " ").split())
    values: dict[str, Any] = {"name": stem[:60] if len(stem) > 2 else "", "language": "en"}
    if pack is not None:
        values = {"name": pack.name, "language": pack.language}
    age = request.POST.get("age", str(pack.min_age) if pack else "13")
    return {
        "name": request.POST.get("name", values["name"])[:1000],
        "language": request.POST.get("language", values["language"]).strip()[:100],
        "age": posted_age(age),
    }


def _heading_of(found: Preview, otherwise: dict[str, Any]) -> dict[str, Any]:
    """Return what the file says about itself, and the rest from `otherwise`."""
    said = {"name": found.name, "language": found.language, "age": found.min_age}
    return {
        field: value if said[field] in ("", None) else said[field]
        for field, value in otherwise.items()
    }


def _columns(request: HttpRequest, pack: Pack | None, fault: Fault) -> HttpResponse:
    """Let the person say which column of a table is the text, and which the type."""
    width = max(map(len, fault.rows))
    context = {
        "pack": pack,
        "back": _form_url(pack),
        "error": fault_text(fault),
        "rows": [[*row, *[""] * (width - len(row))] for row in fault.rows],
        "columns": range(width),
    }
    return _coded(request, "games/blanks/packs/columns.html", context, fault.code)


def _form_url(pack: Pack | None) -> str:
    return reverse("packs:replace", args=[pack.slug]) if pack else reverse("packs:upload")


def _page(
    request: HttpRequest,
    pack: Pack | None,
    file: Upload,
    found: Preview,
    choices: Choices,
    heading: dict[str, Any],
    *,
    refusal: Refusal | None = None,
    is_changed: bool = False,
) -> HttpResponse:
    turnable = uploads.turnable_cards(found, choices.turned)
    page = Paginator(turnable, CARDS_A_PAGE).get_page(choices.page)
    listed = {card.place for card in page}
    packs = uploads.shown_packs(found, choices)
    reasons = uploads.reasons(found)
    other_packs = set(choices.packs) - {one.position for one in packs}
    context = {
        "pack": pack,
        "back": _form_url(pack),
        "address": _preview_url(pack),
        "filename": file.filename,
        "preview": found,
        "choices": choices,
        "values": heading,
        "refusal": refusal,
        "is_changed": is_changed,
        "count": len(found.black) + len(found.white),
        "first": _first_cards(found),
        "packs": packs,
        "packs_hidden": len(found.choices) - len(packs),
        "page": page if turnable else None,
        # Those that the page does not show as check boxes.
        "other_packs": ",".join(map(str, sorted(other_packs))),
        "other_turned": ",".join(sorted(choices.turned - listed)),
        "pack_faults": uploads.fault_lines(
            uploads.pack_faults(found, is_first=request.method == "GET")
        ),
        "changes": uploads.changes(found),
        "left_out": uploads.found_lines(found, choices),
        "reasons": reasons,
        "left_out_count": sum(count for _code, _sentence, count in reasons),
    }
    code = refusal.code if refusal else ""
    return _coded(request, "games/blanks/packs/preview.html", context, code)


def _first_cards(found: Preview) -> list[dict[str, Any]]:
    """Return the first cards for display: half of them black, if there are so many of both."""
    half = CARDS_SHOWN // 2
    black = found.black[: max(half, CARDS_SHOWN - len(found.white))]
    white = found.white[: CARDS_SHOWN - len(black)]
    return [
        {"pieces": pieces(card.text, is_black=card.pick > 0), "pick": card.pick, "draw": card.draw}
        for card in (*black, *white)
    ]


def _left_out(found: Preview) -> HttpResponse:
    """Download the cards that are left out, as CSV."""
    table = StringIO()
    writer = csv.writer(table)
    writer.writerow([_("Where"), _("Reason"), _("Card"), _("Code")])
    for line in uploads.fault_lines(uploads.card_faults(found)):
        # An apostrophe keeps a spreadsheet from taking the text for a formula.
        text = f"'{line.text}" if line.text.startswith(FORMULA) else line.text
        writer.writerow([line.where, line.message, text, line.code])
    return file_answer(table.getvalue(), "text/csv; charset=utf-8", "cards-left-out.csv")
