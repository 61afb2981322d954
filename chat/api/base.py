"""A door of the API: who comes in by it, what they may, and one shape for all that goes wrong.

No cookie is looked at, so no page of another site can make a browser ask in somebody's name.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
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
from redis.exceptions import RedisError

from chat.api.refusals import ApiCode
from chat.core import log_context
from chat.core.hooks import Hook
from chat.core.limits import address_of
from chat.core.machine_faults import is_of_machine
from chat.core.refusals import ChatCode, Refusal
from chat.core.responses import CODE_HEADER
from chat.live.long_poll import Waits, has_no_place, is_asked_again, wait_for

log = logging.getLogger(__name__)


MOST_A_MINUTE = 300  # of one person, by all their tokens
MOST_STRANGE = 60  # of one address, without a token that is known
COME_AGAIN = 2  # seconds
FULL_SECONDS = 5  # for one of those that wait to be over

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
    """Why nothing was done. `code` is for programs and stays; `message` is for people."""

    code: str
    message: str


class Caller(Protocol):
    """Who asks, by a token."""

    @property
    def user(self) -> Any: ...

    @property
    def topic(self) -> str:
        """The name under which its streams are ended when it is revoked."""
        ...

    def allows(self, scope: str) -> bool: ...


# Returns the caller with this token. Raises `Refusal`.
recognize: Hook[[str], Caller] = Hook("chat.api.base.recognize")


class Bearer(SyncAuth):
    """`Authorization: Bearer …`, with the scope that the door asks for."""

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
        told = "A token made in the settings of the site."
        return {"token": SecurityScheme(type="http", scheme="bearer", description=told)}

    def security_requirements(
        self, metadata: EndpointMetadata, controller_cls: Any
    ) -> list[SecurityRequirement]:
        return [{"token": [self.scope]}]


def owners_of(caller: Caller) -> tuple[str, str]:
    """The names under which all that is open by this token is ended (`chat.live.announce`)."""
    return f"user.{caller.user.pk}", caller.topic


def let_in(request: HttpRequest, scope: str) -> None:
    """Whose request it is from here on. Raises `Refusal`, in the order of `ApiCode`."""
    caller = caller_of(
        request.headers.get("Authorization", ""),
        address=lambda: address_of(request),
        scope=scope,
        counted=not is_asked_again(request),
    )
    request.user = caller.user
    request.caller = caller  # type: ignore[attr-defined]
    translation.activate(caller.user.language)
    timezone.activate(caller.user.time_zone)
    log_context.note(user_id=caller.user.pk)


def caller_of(
    header: str, *, address: Callable[[], str], scope: str, counted: bool = True
) -> Caller:
    """Who sends this header from this address, and may do that. Raises as `let_in`."""
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
    """Says when to come back."""
    refusal = Refusal(ApiCode.TOO_OFTEN, seconds=seconds)
    refusal.seconds = seconds  # type: ignore[attr-defined]
    return refusal


def _told(*statuses: HTTPStatus) -> list[ResponseSpec]:
    return [ResponseSpec(Problem, status_code=status) for status in statuses]


class Learned(MsgspecSerializer):
    """Learns each type of a request when its door is made, at the start, by one thread: msgspec
    ends a process in which two threads learn a type at once (`games/engine/codec.py`).
    """

    @classmethod
    def build_context_model(cls, name: str, fields: Mapping[str, ContextField]) -> ContextModel:
        made = super().build_context_model(name, fields)
        msgspec.json.Decoder(made.model)
        return made

    @classmethod
    def deserialize(cls, buffer: Any, **how: Any) -> Any:
        try:
            return super().deserialize(buffer, **how)
        except RecursionError:  # thousands of brackets: the library hands it on as it comes
            raise RequestSerializationError(_("it is too deep")) from None


class Door(Controller[Learned]):
    """The base of all. What is answered is not checked again: the contract's test does that."""

    is_abstract = True
    error_model: ClassVar[Any] = Problem
    auth = (Bearer("read"),)
    validate_responses = False
    responses = _told(
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
        """In the language and time zone of whoever asks, as far as that is known."""
        with ExitStack() as undone:
            undone.enter_context(translation.override(translation.get_language()))
            undone.enter_context(timezone.override(timezone.get_current_timezone()))
            answer = super().dispatch(request, *args, **kwargs)
        answer["Cache-Control"] = "no-store"
        return answer

    @property
    def user(self) -> Any:
        return self.request.user

    def wait(self, topics: Collection[str], seconds: float) -> None:
        """Has the request wait for news of these before it is answered (`chat.live.long_poll`).

        Raises `Refusal` where this person has too many that wait.
        """
        if has_no_place(self.request):
            raise too_often(FULL_SECONDS)
        caller: Caller = self.request.caller  # type: ignore[attr-defined]
        waits = Waits(
            topics=topics,
            seconds=seconds,
            person=str(self.user.pk),
            address=address_of(self.request),
            owners=owners_of(caller),
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
    """The one shape."""
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
        why = "; ".join(str(one["msg"]) for one in exc.payload)
        return Refusal(ApiCode.BAD_REQUEST, why=why)
    if isinstance(exc, RequestSerializationError | NotAcceptableError):
        return Refusal(ApiCode.BAD_REQUEST, why=str(exc.args[0]) if exc.args else "")
    if is_of_machine(exc):
        # Never the message: it may hold what nobody may read.
        log.warning("%s %s: not carried out (%s)", request.method, request.path, type(exc).__name__)
        return Refusal(ChatCode.BUSY)
    log.error("%s %s: failed", request.method, request.path, exc_info=exc)
    return Refusal(ApiCode.FAULT)


# --- How often programs ask: counted by the minute in the cache that may forget.
#
# A limit for fairness, not for secrecy, so that no request writes a row: while the cache is away
# nobody is counted.


A_MINUTE = 60


def wait_of(who: str, *, most: int) -> int:
    """Counts one more request of `who`. 0, or in how many seconds there are fewer than `most`."""
    at = time.time()
    minute, into = divmod(int(at), A_MINUTE)
    return A_MINUTE - into if _counted(f"api:{who}:{minute}") > most else 0


def _counted(key: str) -> int:
    cache = caches["fleeting"]
    try:
        cache.add(key, 0, 2 * A_MINUTE)
        return int(cache.incr(key))
    except (RedisError, ValueError):  # away, or forgotten meanwhile
        return 0
