"""The base of all endpoints of the API: authentication, rate limits and errors.

Cookies are ignored, so no page of another site can make a browser send requests in a person's name.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack, suppress
from http import HTTPStatus
from typing import Any, ClassVar, Protocol

import msgspec
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from dmr import Controller, ResponseSpec
from dmr.exceptions import (
    NotAcceptableError,
    RequestSerializationError,
    ValidationError,
)
from dmr.metadata import EndpointMetadata
from dmr.openapi.objects import Reference, SecurityRequirement, SecurityScheme
from dmr.plugins.msgspec import MsgspecSerializer
from dmr.security.base import SyncAuth
from dmr.serializer import ContextField, ContextModel

from chat.api.refusals import ApiCode
from chat.api.shapes import KEY_HEADER
from chat.core import log_context
from chat.core.field_errors import explain
from chat.core.hooks import Hook
from chat.core.limits import address_of
from chat.core.machine_faults import is_of_machine
from chat.core.refusals import ChatCode, Refusal
from chat.core.responses import CODE_HEADER
from chat.live.long_poll import Waits, has_no_place, is_asked_again, wait_for
from chat.people import zone_of

log = logging.getLogger(__name__)


MOST_A_MINUTE = 300  # requests by one person, with all their tokens
MOST_STRANGE = 60  # requests a minute from one address without a known token
COME_AGAIN = 2  # seconds to wait by default
FULL_SECONDS = 5  # seconds to wait for one of the waiting requests to end

STATUS: Mapping[str, HTTPStatus] = {
    "bad_token": HTTPStatus.UNAUTHORIZED,
    "suspended": HTTPStatus.FORBIDDEN,
    "staff_token": HTTPStatus.FORBIDDEN,
    "scope_missing": HTTPStatus.FORBIDDEN,
    "too_often": HTTPStatus.TOO_MANY_REQUESTS,
    "no_such_table": HTTPStatus.NOT_FOUND,
    "no_such_room": HTTPStatus.NOT_FOUND,
    "no_such_lot": HTTPStatus.NOT_FOUND,
    "no_such_seat": HTTPStatus.NOT_FOUND,
    "no_such_step": HTTPStatus.NOT_FOUND,
    "no_such_address": HTTPStatus.NOT_FOUND,
    "no_such_method": HTTPStatus.METHOD_NOT_ALLOWED,
    "bad_request": HTTPStatus.BAD_REQUEST,
    "malformed": HTTPStatus.BAD_REQUEST,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "fault": HTTPStatus.INTERNAL_SERVER_ERROR,
}


class Problem(msgspec.Struct, frozen=True):
    """An error: nothing was done.

    `code` is for programs and never changes; `message` is for people.
    """

    code: str
    message: str


class Caller(Protocol):
    """The user of a token, who sends a request."""

    @property
    def user(self) -> Any: ...

    @property
    def topic(self) -> str:
        """The name under which its streams are closed when the token is revoked."""
        ...

    def allows(self, scope: str) -> bool: ...


# Returns the user of this token. Raises `Refusal`.
recognize: Hook[[str], Caller] = Hook("chat.api.base.recognize")


class Bearer(SyncAuth):
    """Authentication by `Authorization: Bearer …`, with the scope required."""

    __slots__ = ("scope",)

    def __init__(self, scope: str = "read") -> None:
        self.scope = scope

    @property
    def www_authenticate_challenge(self) -> str:
        return "Bearer"

    def __call__(self, endpoint: Any, controller: Any) -> Bearer:
        let_in(controller.request, self.scope)
        return self

    def security_schemes(
        self, metadata: EndpointMetadata, controller_cls: Any
    ) -> dict[str, SecurityScheme | Reference]:
        description = "A token created in the site's settings."
        return {"token": SecurityScheme(type="http", scheme="bearer", description=description)}

    def security_requirements(
        self, metadata: EndpointMetadata, controller_cls: Any
    ) -> list[SecurityRequirement]:
        return [{"token": [self.scope]}]


def owners_of(caller: Caller) -> tuple[str, str]:
    """Return the names under which this token's connections are disconnected.

    See `chat.live.announce.disconnect`.
    """
    return f"user.{caller.user.pk}", caller.topic


def let_in(request: HttpRequest, scope: str) -> None:
    """Authenticate a request for this scope; use its user's language and time zone.

    Raise `Refusal`: the checks are made in the order of `ApiCode`.
    """
    caller = caller_of(
        request.headers.get("Authorization", ""),
        address=lambda: address_of(request),
        scope=scope,
        counted=not is_asked_again(request),
    )
    request.user = caller.user
    request.caller = caller  # type: ignore[attr-defined]
    translation.activate(caller.user.language)
    timezone.activate(zone_of(caller.user))
    log_context.note(user_id=caller.user.pk)


def caller_of(
    header: str, *, address: Callable[[], str], scope: str, counted: bool = True
) -> Caller:
    """Return the user of the token in this header, who must have this scope.

    `address` returns the client's address. `counted`: False if the request was counted before.
    Raise `Refusal` as `let_in` does.
    """
    scheme, _space, text = header.partition(" ")
    try:
        if scheme.lower() != "bearer":
            raise Refusal(ApiCode.BAD_TOKEN)
        caller = recognize(text.strip())
    except Refusal:
        _count(f"address:{address()}", most=MOST_STRANGE)
        raise
    if counted:
        _count(f"person:{caller.user.pk}", most=MOST_A_MINUTE)
    if not caller.allows(scope):
        raise Refusal(ApiCode.SCOPE_MISSING, scope=scope)
    return caller


def _count(who: str, *, most: int) -> None:
    seconds = wait_of(who, most=most)
    if seconds:
        raise too_often(seconds)


def too_often(seconds: int) -> Refusal:
    """Return a refusal for too many requests, with the seconds to wait."""
    refusal = Refusal(ApiCode.TOO_OFTEN, seconds=seconds)
    refusal.seconds = seconds  # type: ignore[attr-defined]
    return refusal


def _problem_responses(*statuses: HTTPStatus) -> list[ResponseSpec]:
    return [ResponseSpec(Problem, status_code=status) for status in statuses]


class Learned(MsgspecSerializer):
    """A serializer that prepares a decoder for each type of request in advance."""

    # This happens at the start, in one thread: msgspec crashes a process in which two threads
    # prepare a type at the same time (`games/engine/codec.py`).

    @classmethod
    def build_context_model(cls, name: str, fields: Mapping[str, ContextField]) -> ContextModel:
        made = super().build_context_model(name, fields)
        msgspec.json.Decoder(made.model)
        return made

    @classmethod
    def from_python(cls, unstructured: Any, model: Any, **how: Any) -> Any:
        try:
            return super().from_python(unstructured, model, **how)
        except msgspec.ValidationError as error:
            raise msgspec.ValidationError(explain(error, model)) from None

    @classmethod
    def deserialize(cls, buffer: Any, **how: Any) -> Any:
        try:
            return super().deserialize(buffer, **how)
        except RecursionError:  # thousands of brackets: the library does not catch it
            raise RequestSerializationError(_("it is nested too deeply")) from None
        except msgspec.ValidationError:  # nor this: without a type, only a number can fail
            raise RequestSerializationError(_unfit_number(buffer)) from None


def _unfit_number(body: bytes) -> str:
    """Say which field of this JSON has a number that is too large."""
    with suppress(msgspec.ValidationError):  # the body is no object
        for name, value in msgspec.json.decode(body, type=dict[str, msgspec.Raw]).items():
            try:
                msgspec.json.decode(value)
            except msgspec.ValidationError:
                return _("the number in %(name)s is too large") % {"name": name}
    return _("a number is too large")


class Door(Controller[Learned]):
    """The base of all endpoints."""

    is_abstract = True
    error_model: ClassVar[Any] = Problem
    auth = (Bearer("read"),)
    validate_responses = False  # the test of the contract checks them
    responses = _problem_responses(
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,
        HTTPStatus.UNPROCESSABLE_ENTITY,
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.INTERNAL_SERVER_ERROR,
        HTTPStatus.SERVICE_UNAVAILABLE,
    )

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer a request, in its user's language and time zone once they are known."""
        with ExitStack() as undone:
            undone.enter_context(translation.override(translation.get_language()))
            undone.enter_context(timezone.override(timezone.get_current_timezone()))
            answer = super().dispatch(request, *args, **kwargs)
        answer["Cache-Control"] = "no-store"
        return answer

    @property
    def user(self) -> Any:
        return self.request.user

    @property
    def caller(self) -> Any:
        """The token that the request came with."""
        return self.request.caller  # type: ignore[attr-defined]  # set by `let_in`

    def wait(self, topics: Collection[str], seconds: float) -> None:
        """Make the request wait for updates on these topics (`chat.live.long_poll`).

        Raise `Refusal` if too many requests of this person wait already.
        """
        if has_no_place(self.request):
            raise too_often(FULL_SECONDS)
        waits = Waits(
            topics=topics,
            seconds=seconds,
            person=str(self.user.pk),
            address=address_of(self.request),
            owners=owners_of(self.caller),
        )
        wait_for(self.request, waits)

    def handle_error(self, endpoint: Any, controller: Any, exc: Exception) -> HttpResponse:
        return self.refused(_as_refusal(exc, self.request))

    def handle_method_not_allowed(self, method: str) -> HttpResponse:
        answer = plain(Refusal(ApiCode.NO_SUCH_METHOD))
        answer["Allow"] = ", ".join(sorted(self.api_endpoints))
        return answer

    def refused(self, refusal: Refusal) -> HttpResponse:
        return plain(refusal)


def plain(refusal: Refusal) -> HttpResponse:
    """Return the response for a refusal: JSON as in `Problem`."""
    status = STATUS.get(refusal.code, HTTPStatus.UNPROCESSABLE_ENTITY)
    body = msgspec.json.encode(Problem(str(refusal.code), refusal.message))
    answer = HttpResponse(body, status=status, content_type="application/json")
    answer[CODE_HEADER] = refusal.code
    answer["Cache-Control"] = "no-store"
    if status == HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        answer["Retry-After"] = str(getattr(refusal, "seconds", COME_AGAIN))
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        answer["Retry-After"] = str(COME_AGAIN)
    return answer


def _as_refusal(exc: Exception, request: HttpRequest) -> Refusal:
    if isinstance(exc, Refusal):
        return exc
    if isinstance(exc, Http404):
        return Refusal(ApiCode.NO_SUCH_ADDRESS)
    if isinstance(exc, ValidationError):
        if request.method == "POST" and KEY_HEADER not in request.headers:
            # The library would name the field that the header is read into.
            why = _("the header %(name)s is missing") % {"name": KEY_HEADER}
            return Refusal(ApiCode.BAD_REQUEST, why=why)
        why = "; ".join(str(one["msg"]) for one in exc.payload)
        return Refusal(ApiCode.BAD_REQUEST, why=why)
    if isinstance(exc, RequestSerializationError | NotAcceptableError):
        return Refusal(ApiCode.BAD_REQUEST, why=str(exc.args[0]) if exc.args else "")
    if is_of_machine(exc):
        # Not the message, which may contain private data.
        log.warning("%s %s: not executed (%s)", request.method, request.path, type(exc).__name__)
        return Refusal(ChatCode.BUSY)
    log.error("%s %s: failed", request.method, request.path, exc_info=exc)
    return Refusal(ApiCode.FAULT)


# --- Rate limits, counted by the minute in the cache that may lose values
#
# They are for fairness, not for secrecy, so no request writes a row. While the cache is
# unavailable, nobody is counted.


A_MINUTE = 60


def wait_of(who: str, *, most: int) -> int:
    """Count a request. Return the seconds to wait, or 0 if it is within the limit.

    `most`: requests by `who` in each minute.
    """
    at = time.time()
    minute, into = divmod(int(at), A_MINUTE)
    return A_MINUTE - into if _counted(f"api:{who}:{minute}") > most else 0


def _counted(key: str) -> int:
    cache = caches["fleeting"]
    try:
        cache.add(key, 0, 2 * A_MINUTE)
        return int(cache.incr(key))
    except ValueError:  # Redis is away, or has lost the value
        return 0
