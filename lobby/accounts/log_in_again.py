"""Requests of people whose session is gone, and the way back to the page they came from."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME as NEXT
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.urls import reverse

from chat.core.responses import is_htmx, page_of
from chat.live.fragments import LoggedOut
from lobby.accounts.second_factor import is_of_account


def lead_to_log_in(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """Replace a redirect to the log-in that a form or a script of a page could not follow.

    Other answers are returned as they are.
    """
    if answer.status_code != 302:
        return answer
    path, _, query = answer["Location"].partition("?")
    # The address of a form may answer no GET, so the way back leads to the page of the form.
    is_log_in = path in (resolve_url(settings.LOGIN_URL), reverse("admin:login"))
    if is_log_in and (request.method == "POST" or is_htmx(request)):
        return log_in_again(request, path, parse_qs(query))
    if is_htmx(request) and is_of_account(path):
        return _leave_for(answer["Location"])
    return answer


def log_in_again(
    request: HttpRequest, path: str = "", query: dict[str, list[str]] | None = None
) -> HttpResponse:
    """Send the person to the log-in, and from there back to the page that sent this request."""
    given = {**(query or {})}
    given.pop(NEXT, None)
    page = page_of(request)
    if page:
        given[NEXT] = [page]
    where = path or resolve_url(settings.LOGIN_URL)
    where += f"?{urlencode(given, doseq=True)}" if given else ""
    return _leave_for(where) if is_htmx(request) else HttpResponseRedirect(where)


def _leave_for(where: str) -> HttpResponse:
    """Have the page leave: a script would follow a redirect and show the log-in inside the page."""
    # The body is for a page that cannot leave: its form is gone, or it only asked for updates.
    return HttpResponse(LoggedOut().told(), status=401, headers={"HX-Redirect": where})
