"""A real mail server for tests: it stores letters, and refuses on request."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller

from tests.support.servers import free_port


class PostOffice:
    """The mail server's state and behaviour."""

    def __init__(self) -> None:
        self.port = free_port()
        # Accepted letters in the order of arrival.
        self.taken: list[Message[Any, Any]] = []
        # The replies to RCPT by the addresses that are refused.
        self.refuses: dict[str, str] = {}
        # Seconds before each letter is stored.
        self.thinks = 0.0

    async def handle_RCPT(  # noqa: N802  (aiosmtpd's name)
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if address in self.refuses:
            return self.refuses[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802  (the same)
        await asyncio.sleep(self.thinks)
        self.taken.append(message_from_bytes(envelope.content, policy=default))
        return "250 OK"

    def to(self, address: str) -> list[Message[Any, Any]]:
        return [letter for letter in self.taken if letter["To"] == address]


@contextmanager
def post_office() -> Iterator[PostOffice]:
    office = PostOffice()
    controller = Controller(office, hostname="127.0.0.1", port=office.port)
    controller.start()
    try:
        yield office
    finally:
        controller.stop()


def text_of(letter: Message[Any, Any]) -> str:
    return str(letter.get_payload(decode=True).decode())  # type: ignore[union-attr]  # of bytes
