"""Tests that requests are freed with their responses, not by the collector."""

from __future__ import annotations

import gc

import pytest
from asgiref.sync import sync_to_async
from channels.testing import HttpCommunicator
from django.core.handlers.asgi import ASGIRequest
from django.urls import reverse

from config.server.asgi import application
from lobby.models import User
from tests.support.log_in import client_for
from tests.support.patience import PATIENCE

NEWS = reverse("games:news", args=["nowhere1"])  # an unknown table has none


def _uncollected() -> int:
    return sum(type(one) is ASGIRequest for one in gc.get_objects())


def _cookie() -> bytes:
    browser = client_for(User.objects.create_user("Ada"))
    return f"sessionid={browser.cookies['sessionid'].value}".encode()


@pytest.mark.django_db(transaction=True)
async def test_a_request_is_freed_after_its_answer() -> None:
    """Check that a request is freed without a run of the garbage collector.

    The collector stops every page. (Objects from rendering whole pages do remain.)
    """
    cookie = await sync_to_async(_cookie)()
    headers = [(b"host", b"localhost"), (b"cookie", cookie)]
    gc.collect()
    gc.disable()
    try:
        before = _uncollected()
        for _ in range(3):
            asked = HttpCommunicator(application, "GET", NEWS, headers=headers)
            answer = await asked.get_response(PATIENCE)
            assert answer["status"] == 204
        assert _uncollected() == before
    finally:
        gc.enable()
