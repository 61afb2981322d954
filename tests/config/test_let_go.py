"""Tests that requests are freed with their responses, not by the collector."""

from __future__ import annotations

import gc

import pytest
from asgiref.sync import sync_to_async
from channels.testing import HttpCommunicator
from django.core.handlers.asgi import ASGIRequest
from django.template import RequestContext
from django.urls import reverse

from config.server.asgi import application
from lobby.models import User
from tests.support.log_in import client_for
from tests.support.patience import PATIENCE

NEWS = reverse("games:news", args=["nowhere1"])  # an unknown table has none
LOBBY = reverse("lobby:lobby")


def _uncollected() -> int:
    return sum(type(one) in {ASGIRequest, RequestContext} for one in gc.get_objects())


def _cookie() -> bytes:
    browser = client_for(User.objects.create_user("Ada"))
    return f"sessionid={browser.cookies['sessionid'].value}".encode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("path", "status"), [(NEWS, 204), (LOBBY, 200)])
async def test_a_request_is_freed_after_its_answer(path: str, status: int) -> None:
    """Check that a request and what it rendered need no run of the garbage collector.

    The collector stops every page, and runs so rarely that their memory would add up.
    """
    cookie = await sync_to_async(_cookie)()
    headers = [(b"host", b"localhost"), (b"cookie", cookie)]
    gc.collect()
    gc.disable()
    try:
        before = _uncollected()
        for _ in range(3):
            asked = HttpCommunicator(application, "GET", path, headers=headers)
            answer = await asked.get_response(PATIENCE)
            assert answer["status"] == status
        assert _uncollected() == before
    finally:
        gc.enable()
