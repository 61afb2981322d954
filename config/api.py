"""The API: its URLs, and the OpenAPI document generated from its types."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from itertools import starmap
from typing import Any

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import path
from django.utils import translation
from django.utils.decorators import sync_only_middleware
from django.utils.safestring import SafeString
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from dmr.openapi import OpenAPIConfig, build_schema
from dmr.routing import Router

from auctions.api import shapes as weekly, weeks
from auctions.rules.commands import KINDS
from chat.api import rooms
from chat.api.base import Problem, plain
from chat.api.refusals import ApiCode
from chat.api.shapes import KEY_HEADER
from chat.core import templates
from chat.core.refusals import Refusal
from chat.core.responses import CODE_HEADER
from config import api_page
from games.api import packs, records, seats, shapes, streams, tables
from games.blanks.packs.reading.answer import DeckPreview
from games.registry import Game, games
from games.services.tables import fixed_settings
from lobby.api import people, tables as lists

PREFIX = "api/v1/"
_CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": f"Retry-After, {CODE_HEADER}",
}
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": f"Authorization, Content-Type, {KEY_HEADER}",
    "Access-Control-Max-Age": "86400",
}
Respond = Callable[[HttpRequest], HttpResponseBase]
ABOUT = """This API gives programs access to the tables, seats and people of the site.

Send the token that you created in the settings as `Authorization: Bearer …`. Give every command an
`Idempotency-Key` of its own: if it is sent again with the same key, it is executed only once. Every
refusal has a `code`, the same as on the site. If you send too many requests, `Retry-After` says how
long to wait. Pages of other sites may use the API, which ignores cookies."""

DOORS = [
    path("me", people.MeDoor.as_view(), name="api_me"),
    path("me/webhook", people.WebhookDoor.as_view(), name="api_webhook"),
    path("me/matches", people.MyMatchesDoor.as_view(), name="api_my_matches"),
    path("tables", lists.TablesDoor.as_view(), name="api_tables"),
    path("tables/<slug:public_id>", tables.TableDoor.as_view(), name="api_table"),
    path("tables/<slug:public_id>/join", tables.JoinDoor.as_view(), name="api_join"),
    path("tables/<slug:public_id>/leave", tables.LeaveDoor.as_view(), name="api_leave"),
    path("tables/<slug:public_id>/start", tables.StartDoor.as_view(), name="api_start"),
    path("tables/<slug:public_id>/seat", seats.SeatDoor.as_view(), name="api_seat"),
    path("tables/<slug:public_id>/stream", streams.StreamDoor.as_view(), name="api_stream"),
    path("tables/<slug:public_id>/act", seats.ActDoor.as_view(), name="api_act"),
    path("tables/<slug:public_id>/checks", records.ChecksDoor.as_view(), name="api_checks"),
    path("tables/<slug:public_id>/record", records.RecordDoor.as_view(), name="api_record"),
    path("tables/<slug:public_id>/steps/<int:step>", records.StepDoor.as_view(), name="api_step"),
    path("weeks/<slug:public_id>", weeks.WeekDoor.as_view(), name="api_week"),
    path("weeks/<slug:public_id>/act", weeks.WeekActDoor.as_view(), name="api_week_act"),
    path("weeks/<slug:public_id>/stream", weeks.WeekStreamDoor.as_view(), name="api_week_stream"),
    path(
        "weeks/<slug:public_id>/auctions/<int:auction>",
        weeks.ResultsDoor.as_view(),
        name="api_results",
    ),
    path("weeks/<slug:public_id>/standings", weeks.StandingsDoor.as_view(), name="api_standings"),
    path("packs/preview", packs.PreviewDoor.as_view(), name="api_pack_preview"),
    path("rooms/<slug:key>/messages", rooms.MessagesDoor.as_view(), name="api_messages"),
]


EXAMPLES = {file.name: file for file in (settings.BASE_DIR / "docs" / "bots").glob("*.*")}

REFS = "#/components/schemas/{name}"
RESPONSE_TYPES = (
    *(
        Problem,
        people.Me,
        people.Mine,
        people.Webhook,
        shapes.Page,
        shapes.TableInFull,
        seats.Seen,
        streams.News,
    ),
    *(rooms.Talk, rooms.Said, records.StepSeen, records.Checks),
    DeckPreview,
    *(weekly.WeekTold, weekly.WeekNews, weekly.Accepted, weekly.Results, weekly.Standings),
)
REQUEST_TYPES = (lists.NewTable, shapes.Joining, people.HookAddress, rooms.Saying, *KINDS.values())


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI 3.1 document.

    The library generates it, and the views and actions of each game are added from their types.
    """
    config = OpenAPIConfig(title="Ridotto", version="1", description=ABOUT)
    spec = build_schema(Router(PREFIX, DOORS), config=config).convert(skip_validation=True)
    views, actions = seats.view_types(), seats.action_types()
    options = tuple(game.title.options_type for game in games().values())
    refs, schemas = msgspec.json.schema_components(
        (*views, *actions, *RESPONSE_TYPES, *REQUEST_TYPES, *options), ref_template=REFS
    )
    found = list(refs)
    # The library leaves out what it does not support, such as formats; these are msgspec's own.
    unknown = spec["components"]["schemas"].keys() - schemas.keys()
    assert not unknown, f"two types have one name: {unknown}"
    spec["components"]["schemas"] = schemas
    schemas["Seen"]["properties"]["view"] = {"anyOf": [*found[: len(views)], {"type": "null"}]}
    schemas["SeatThen"]["properties"]["view"] = {"anyOf": found[: len(views)]}
    of_games = dict(zip(games().values(), found[-len(options) :], strict=True))
    schemas["TableInFull"]["properties"]["options"] = {"anyOf": [*of_games.values()]}
    schemas["NewTable"]["oneOf"] = [*starmap(_new_table, of_games.items())]
    for ref in of_games.values():
        schemas[ref["$ref"].rpartition("/")[2]]["additionalProperties"] = False
    spec["paths"][f"/{PREFIX}packs/preview"]["post"]["requestBody"] = packs.BODY
    act = spec["paths"][f"/{PREFIX}tables/{{public_id}}/act"]["post"]["requestBody"]["content"]
    taken = found[len(views) : len(views) + len(actions)]
    for ref in taken:
        _number_or_text(schemas[ref["$ref"].rpartition("/")[2]])
    act["application/json"]["schema"] = {"anyOf": taken}
    plain_document: dict[str, Any] = json.loads(json.dumps(spec))  # defaults may be tuples
    return plain_document


def _new_table(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """Return what a new table of this game must fit beside the settings of all tables."""
    title = game.title
    seats = {"type": "integer", "minimum": title.seats[0], "maximum": title.seats[1]}
    return {
        "title": title.name,
        "properties": {
            "game": {"const": title.slug},
            "options": options,
            "least": seats,
            "most": seats,
            **{name: {"const": value} for name, value in fixed_settings(game).items()},
        },
    }


def _number_or_text(action: dict[str, Any]) -> None:
    """Allow strings where an action takes integers.

    Choices name their items as text, even if the rules use numbers.
    """
    for schema in action["properties"].values():
        for option in schema.get("anyOf", [schema]):
            if option.get("type") == "integer":
                option["type"] = ["integer", "string"]


def describe(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document; it is public, as it describes only the site."""
    text = json.dumps(document())
    return HttpResponse(
        text, content_type="application/json", headers={"Cache-Control": "no-store"}
    )


def shown(request: HttpRequest) -> HttpResponse:
    """Render the document as a page for people."""
    context = {
        "reference": _reference(translation.get_language()),
        "examples": sorted(EXAMPLES),
        "origin": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "api.html", context)


@cache
def _reference(_language: str | None) -> SafeString:
    told = document()
    return templates.render(
        "api_reference.jinja",
        about=api_page.about(told),
        operations=api_page.operations(told),
        types=api_page.types(told),
    )


def example(request: HttpRequest, name: str) -> HttpResponse:
    """Return a file of docs/bots as plain text."""
    if name not in EXAMPLES:
        raise Http404
    return HttpResponse(EXAMPLES[name].read_bytes(), content_type="text/plain; charset=utf-8")


@sync_only_middleware
def cors(get_response: Respond) -> Respond:
    """Let pages of other sites use the API, where only a token gives access."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(f"/{PREFIX}"):
            return get_response(request)
        asked = request.headers.get("Access-Control-Request-Method")
        if request.method == "OPTIONS" and asked:
            return HttpResponse(status=HTTPStatus.NO_CONTENT, headers=_CORS | _PREFLIGHT)
        answer = get_response(request)
        for name, value in _CORS.items():
            answer[name] = value
        return answer

    return middleware


@csrf_exempt
def nowhere(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Return the error of an unknown URL in the API's format."""
    return plain(Refusal(ApiCode.NO_SUCH_ADDRESS))


urlpatterns = [
    *DOORS,
    path("openapi.json", require_safe(describe), name="api_document"),
    path("docs/", require_safe(shown), name="api_docs"),
    path("docs/<str:name>", require_safe(example), name="api_example"),
    path("<path:rest>", nowhere, name="api_nowhere"),
]
