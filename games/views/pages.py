"""Pages of a match: the table itself, its door, its record, the rules."""

from __future__ import annotations

import json

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import get_template
from django.views.decorators.http import require_safe

from chat.live.parts import Page, with_token
from games.live.context import context_for
from games.live.looking import check_look
from games.live.moment import Moment, moment_of
from games.live.page import Viewing, around_parts, match_parts, since_of
from games.records import record_of, standalone_verifier
from games.refusals import Refusal
from games.registry import games
from games.services.facts import is_invited
from games.views.answering import fresh


def _moment(public_id: str) -> Moment:
    moment = moment_of(public_id)
    if moment is None:
        raise Http404
    return moment


@login_required
@require_safe
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page of a table and its match, or its door for whoever may not come in as he is."""
    moment = _moment(public_id)
    try:
        check_look(moment, request.user)
    except Refusal as refusal:
        return _door(request, moment, refusal)
    viewing = Viewing(public_id, request.user, _since(request, moment))
    page = Page(parts=[*match_parts(viewing), *around_parts(viewing)])
    parts = {part.id.replace("-", "_"): with_token(part.html(), request) for part in page.parts}
    context = {
        **context_for(moment, request.user),
        "parts": parts,
        # The header takes its live parts under these names.
        "bell": parts.get("bell"),
        "my_matches": parts.get("my_matches"),
        "since": moment.stream(moment.seat_of(request.user)),
    }
    return render(request, "games/match.html", context)


@login_required
@require_safe
def news(request: HttpRequest, public_id: str) -> HttpResponse:
    """The parts of the match as they stand, for a page whose socket does not get through."""
    return fresh(request, public_id)


def _since(request: HttpRequest, moment: Moment) -> int:
    """A page opened now has missed nothing; one that comes back from a post without script has."""
    here = since_of(moment.stream(moment.seat_of(request.user)))
    return min(here, since_of(request.GET.get("since", ""))) if "since" in request.GET else here


def _door(request: HttpRequest, moment: Moment, refusal: Refusal) -> HttpResponse:
    """What somebody outside sees: the name of the table, why he is outside, what he can do."""
    match, invited = moment.match, is_invited(moment.match, request.user)
    if match.access == match.Access.INVITE and not invited:
        # Tables by invitation are nobody's business: not even their names.
        return render(request, "games/closed_door.html", {"refusal": refusal}, status=403)
    asks = match.access == match.Access.PASSWORD and not invited
    context = {**context_for(moment, request.user), "refusal": refusal, "asks_password": asks}
    return render(request, "games/door.html", context, status=403)


@login_required
@require_safe
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record of an ended match: one file, the same for everybody who may see the result."""
    moment = _moment(public_id)
    try:
        check_look(moment, request.user)
        data = record_of(moment.match)
    except Refusal as refusal:
        raise Http404(refusal.message) from refusal
    response = HttpResponse(
        json.dumps(data, ensure_ascii=False, indent=1), content_type="application/json"
    )
    response["Content-Disposition"] = f'attachment; filename="ridotto-{public_id}.json"'
    return response


@require_safe
def verifier(request: HttpRequest) -> HttpResponse:
    """One Python file that checks a record, with the standard library only."""
    response = HttpResponse(standalone_verifier(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="verify.py"'
    return response


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a game in the house's own words."""
    if slug not in games():
        raise Http404
    try:
        get_template(f"rules/{slug}.html")
    except TemplateDoesNotExist as missing:
        raise Http404 from missing
    return render(request, f"rules/{slug}.html", {"title": games()[slug].title})
