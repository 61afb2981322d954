"""Views that create a table, change it, or start a match against bots."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from chat.core.limits import address_of, take
from chat.core.responses import CODE_HEADER, go
from games.engine.base import Preset, Title
from games.models import Match, usual_settings
from games.refusals import Refusal
from games.registry import Game, games
from games.selectors.seats import seated
from games.services.interruption import stop_lessons
from games.services.start import start
from games.services.table_access import is_new_to, make_link, most_seats
from games.services.tables import TableWish, change_options, check_change, create_table
from games.views.commands import commitment_of
from games.views.responses import refuse
from lobby.accounts import guest_views as guests_pages
from lobby.accounts.forms import GuestNameForm
from lobby.requests import PersonRequest
from lobby.tables.forms import TableForm, wish_of
from lobby.tables.lists import house_games, preset_of, shown_game, usual_name

BOTS_AT_ONCE = 3
AT_ONCE_A_MINUTE = 20  # matches against bots, per person


def _game(slug: str) -> Game:
    if slug not in games():
        raise Http404
    return games()[slug]


# --- New tables


def visitors_set_for_friends(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Lead visitors, who cannot choose all settings, to the form that asks for a name."""

    @wraps(view)
    def decorated(request: HttpRequest, game: str) -> HttpResponse:
        if settings.GUESTS and not request.user.is_authenticated and game in games():
            return HttpResponseRedirect(reverse("lobby:friends_table", args=[game]))
        return view(request, game)

    return decorated


@require_http_methods(["GET", "POST"])
def set_for_friends(request: HttpRequest, game: str) -> HttpResponse:
    """Show the short form of a table for friends; by POST, make it. A visitor becomes a guest."""
    house = _game(game)
    visitor = not request.user.is_authenticated
    if visitor and not settings.GUESTS:
        return redirect_to_login(request.path)
    form = GuestNameForm(request.POST or None)
    if request.method == "POST" and (not visitor or form.is_valid()):
        return _make_for_friends(request, house.title, form)
    context = {"form": form, "game": shown_game(house), "here": request.path}
    return render(request, "lobby/friends_table.html", context)


def _make_for_friends(request: HttpRequest, title: Title, form: GuestNameForm) -> HttpResponse:
    """Make a table by invitation with a link, for this person or a new guest."""
    answer: HttpResponse = HttpResponseRedirect(request.path)
    if not request.user.is_authenticated:
        try:
            answer = guests_pages.enter_as_guest(
                request, to=request.path, shown=form.cleaned_data["name"]
            )
        except Refusal as refusal:
            return guests_pages.refused_guest(request, refusal, back=request.path)
        if not get_user(request).is_authenticated:
            return answer
    try:
        match = table_for_friends(
            user=request.user,
            title=title,
            key=_key(request),
            commitment=commitment_of(request),
        )
    except Refusal as refusal:
        return _refused(request, refusal)
    answer["Location"] = _page(match)
    return answer


def table_for_friends(*, user: Any, title: Title, key: str, commitment: str = "") -> Match:
    """Create a table by invitation with its first link; the same key returns the same match.

    Raise `Refusal` as `create_table` and `make_link` do.
    """
    preset = _first_preset(title, guided=False)
    options = preset.options if preset else {}
    usual = usual_settings(title, preset)
    wish = TableWish(
        **{
            **usual,
            "name": usual_name(user),
            "access": "invite",
            "least": title.seats[0],
            "bots": 0,  # the seats are for friends; a host can add bots
            "most": min(usual["most"], max(title.seats[0], most_seats(user))),
            "pace": "slow" if title.own_clock and title.is_slow(options) else usual["pace"],
            "late_join": title.roster == "open",
            "options": options,
        }
    )
    with transaction.atomic():
        match = create_table(user=user, game=title.slug, wish=wish, key=key, commitment=commitment)
        if not match.links.exists():
            make_link(user=user, public_id=match.public_id)
    return match


@visitors_set_for_friends
@login_required
@require_http_methods(["GET", "POST"])
def create(request: PersonRequest, game: str) -> HttpResponse:
    """Show the form of a new table; by POST, create it."""
    house = _game(game)
    if request.method != "POST":
        preset = preset_of(house.title, request.GET.get("preset", ""))
        form = TableForm(game=house, user=request.user, preset=preset)
        form.begin_with(request.GET)
        return _create_page(request, house, form)
    if "ready" in request.POST:
        return _from_preset(request, house)
    form = TableForm(request.POST, game=house, user=request.user)
    if form.is_valid():
        made = _try_create(request, form, game, wish_of(form))
        if made is not None:
            return go(request, _page(made))
    return _create_page(request, house, form, status=422)


def _from_preset(request: PersonRequest, house: Game) -> HttpResponse:
    """Create a table with the preset's options and the default settings."""
    preset = preset_of(house.title, request.POST["ready"])
    if preset is None:
        raise Http404
    form = TableForm(game=house, user=request.user, preset=preset)
    form = TableForm(form.as_posted(), game=house, user=request.user)
    if form.is_valid():
        made = _try_create(request, form, house.title.slug, wish_of(form))
        if made is not None:
            return go(request, _page(made))
    return _create_page(request, house, form, status=422)


def _try_create(
    request: PersonRequest, form: TableForm, game: str, wish: TableWish
) -> Match | None:
    try:
        return create_table(
            user=request.user,
            game=game,
            wish=wish,
            key=_key(request),
            address=address_of(request),
            commitment=commitment_of(request),
        )
    except Refusal as refusal:
        form.refuse(refusal)
        return None


def _create_page(
    request: PersonRequest, house: Game, form: TableForm, *, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "title": house.title,
        "art": f"games/{house.title.slug}/art/picture.svg",
        "games": [game for game in house_games() if game.playable],
        "key": _key(request) or secrets.token_hex(16),
        "presets": [(preset, secrets.token_hex(16)) for preset in house.title.presets],
        "bots": BOTS_AT_ONCE,
        "chosen": form.preset,
        "own": form.is_bound or form.preset is not None or form.wished,
    }
    return _respond(request, "lobby/create.html", context, form, status)


def _respond(
    request: HttpRequest, template: str, context: dict[str, Any], form: TableForm, status: int
) -> HttpResponse:
    response = render(request, template, context, status=status)
    return _with(response, {CODE_HEADER: form.code}) if status == 422 else response


def _with(response: HttpResponse, headers: dict[str, str]) -> HttpResponse:
    for name, value in headers.items():
        response[name] = value
    return response


def _page(match: Match) -> str:
    return reverse("games:match", args=[match.public_id])


def _key(request: HttpRequest) -> str:
    return request.POST.get("key", "")


# --- Changing a table


@login_required
@require_http_methods(["GET", "POST"])
def change_table(request: PersonRequest, public_id: str) -> HttpResponse:
    """Let the owner change the settings of a table that has not started."""
    match = Match.objects.filter(public_id=public_id).first()
    if match is None or match.game not in games():
        raise Http404
    try:
        check_change(user=request.user, match=match)
    except Refusal as refusal:
        if refusal.code == "not_owner" and request.method != "POST":
            raise Http404 from refusal
        return refuse(request, public_id, refusal)
    house, taken = games()[match.game], seated(match).count()
    if request.method != "POST":
        form = TableForm(game=house, user=request.user, match=match, taken=taken)
        return _change_page(request, match, form)
    form = TableForm(request.POST, game=house, user=request.user, match=match, taken=taken)
    if form.is_valid() and _try_change(request, form, public_id):
        return go(request, _page(match))
    return _change_page(request, match, form, status=422)


def _try_change(request: PersonRequest, form: TableForm, public_id: str) -> bool:
    try:
        wish, address = wish_of(form), address_of(request)
        change_options(user=request.user, public_id=public_id, wish=wish, address=address)
    except Refusal as refusal:
        form.refuse(refusal)
        return False
    return True


def _change_page(
    request: PersonRequest, match: Match, form: TableForm, *, status: int = 200
) -> HttpResponse:
    context = {"form": form, "match": match, "title": games()[match.game].title}
    return _respond(request, "lobby/create_change.html", context, form, status)


# --- Matches against bots


@require_POST
def play_bots(request: HttpRequest, game: str) -> HttpResponse:
    """Start a match against bots with one click; a visitor becomes a guest."""
    house = _game(game)
    if request.user.is_authenticated:
        return _play_at_once(request, house.title, HttpResponseRedirect("/"))
    if not settings.GUESTS:
        query = urlencode({"next": reverse("lobby:create", args=[game])})
        return HttpResponseRedirect(f"{reverse('account_signup')}?{query}")
    response = guests_pages.play_now(request)
    if not get_user(request).is_authenticated:
        return response
    return _play_at_once(request, house.title, response)


def _play_at_once(request: HttpRequest, title: Title, redirect: HttpResponse) -> HttpResponse:
    """Start a match against bots and point `redirect` to it.

    The response may already carry the cookies of a new guest.
    """
    if not take("play_bots", str(request.user.pk), most=AT_ONCE_A_MINUTE, seconds=60):
        return render(request, "429.html", status=429)
    try:
        guided = request.POST.get("guided") == "1" or is_new_to(request.user, title.slug)
        if request.POST.get("lesson") == "1" and title.lesson is not None:
            match = learn(user=request.user, title=title, key=_key(request))
        else:
            match = play_against_bots(
                user=request.user,
                title=title,
                key=_key(request),
                guided=guided,
                commitment=commitment_of(request),
            )
    except Refusal as refusal:
        return _refused(request, refusal)
    redirect["Location"] = _page(match)
    return redirect


def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Say why there is no table."""
    page = render(request, "lobby/create_refused.html", {"refusal": refusal}, status=422)
    return _with(page, {CODE_HEADER: refusal.code})


def play_against_bots(
    *, user: Any, title: Title, key: str, guided: bool = False, commitment: str = ""
) -> Match:
    """Create a table with bots and start it; the same key returns the same match.

    `guided` makes it a first game, with hints and twice the time. `commitment` is the commitment
    to the randomness that the person's browser adds. Raise `Refusal` as `create_table` and
    `start` do.
    """
    preset = _first_preset(title, guided)
    fewest, most = title.seats
    bots = max(fewest - 1, min(BOTS_AT_ONCE, most - 1))
    name = _("%(name)s and the masks") % {"name": user.table_name}
    wish = TableWish(
        **{
            **usual_settings(title, preset),
            "name": name[:60],
            "least": fewest,
            "most": bots + 1,
            "bots": bots,
            "options": preset.options if preset else {},
            **(_calm_settings(title, preset) if guided else {}),
        }
    )
    stop_lessons(user=user)
    with transaction.atomic():
        match = create_table(user=user, game=title.slug, wish=wish, key=key, commitment=commitment)
        if match.waiting:
            start(user=user, public_id=match.public_id, guided=guided)
    return match


def learn(*, user: Any, title: Title, key: str) -> Match:
    """Start the lesson of a game; the same key returns the same match.

    A lesson of this person that is still going on ends. Raise `Refusal` as `play_against_bots`
    does.
    """
    lesson = title.lesson
    assert lesson is not None
    wish = TableWish(
        name=_("Lesson: %(game)s") % {"game": _(title.name)},
        access="invite",
        spectators=False,
        rating="friendly",
        least=max(title.seats[0], 2),
        most=lesson.bots + 1,
        bots=lesson.bots,
        options=lesson.options,
    )
    with transaction.atomic():
        # No browser adds to the randomness: a lesson is dealt the same way each time.
        match = create_table(user=user, game=title.slug, wish=wish, key=key, lesson=lesson)
        if match.waiting:
            start(user=user, public_id=match.public_id, guided=True)
        stop_lessons(user=user, besides=match.public_id)
    return match


def _calm_settings(title: Title, preset: Preset | None) -> dict[str, Any]:
    """Return settings that give a beginner more time."""
    # A game with its own clock has options for its times; others use the pace of the table.
    options = {**(preset.options if preset else {}), **title.calm}
    return {"options": options, "pace_percent": 100 if title.own_clock else 200}


def _first_preset(title: Title, guided: bool) -> Preset | None:
    """Return the preset for a guided or an immediate game, else the first one.

    Return None if the game has no presets.
    """
    made = [preset for preset in title.presets if (preset.guides if guided else preset.at_once)]
    return next(iter([*made, *title.presets]), None)
