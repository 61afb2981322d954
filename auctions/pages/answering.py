"""How a command about a week is answered: with the receipt and the fresh view, or a refusal."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string

from auctions.pages.look import address, look_of
from auctions.pages.page import week_parts
from auctions.pages.viewing import Viewing
from chat.core.responses import CODE_HEADER, is_htmx, refused_plainly
from chat.live.batch import one_batch
from chat.live.parts import Denied
from games.refusals import Refusal

# What a player's own command may change: nothing that others see.
OWN = ("m-phase", "m-seat")


def answer(request: HttpRequest, public_id: str, command: Callable[[], str]) -> HttpResponse:
    """Runs the command, which returns its receipt as HTML, and answers it."""
    viewing = Viewing(public_id, request.user, look_of(request))
    try:
        receipt = command()
    except Refusal as refusal:
        return _refuse(request, viewing, refusal)
    if is_htmx(request):
        return HttpResponse(receipt + fresh(viewing, OWN))
    return HttpResponseRedirect(address(public_id, viewing.look.with_(done=True)) + "#my-desk")


def _refuse(request: HttpRequest, viewing: Viewing, refusal: Refusal) -> HttpResponse:
    if is_htmx(request):
        text = render_to_string("games/parts/refusal.html", {"refusal": refusal})
        return HttpResponse(text + fresh(viewing, OWN), headers={CODE_HEADER: refusal.code})
    return refused_plainly(request, refusal, address(viewing.public_id, viewing.look))


def fresh(viewing: Viewing, names: tuple[str, ...] = ()) -> str:
    """The parts as this viewer may see them now (these, or all); nothing where he may not look."""
    with one_batch():
        try:
            viewing.check()
        except Denied:
            return ""
        parts = [part for part in week_parts(viewing) if not names or part.id in names]
        return "".join(part.changes(whole=True) for part in parts)
