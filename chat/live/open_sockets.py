"""The open sockets of this process: how many a person and an address may have, and their end.

A page needs one. Many come from one person who opens page after page, or from a program; each costs
memory, and is drawn for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Protocol

from django.conf import settings

RESTARTING = 1012  # the code that RFC 6455's registry has for it: come back, spread over seconds
TOO_MANY = 4429


class OpenSocket(Protocol):
    """`person`: a name for whoever it belongs to, "" for a stranger; `address`: where from."""

    @property
    def person(self) -> str: ...

    @property
    def address(self) -> str: ...

    async def restart(self) -> None: ...


class OpenSockets:
    """Used on the loop only."""

    def __init__(self) -> None:
        self._open: dict[OpenSocket, Mapping[str, int]] = {}
        self._counts: Counter[str] = Counter()
        self._restarting = False

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, socket: OpenSocket) -> int | None:
        """None, or the code to close it with. Who was admitted must `leave`."""
        if self._restarting:
            return RESTARTING
        limits = dict(_limits(socket))
        if any(self._counts[name] >= most for name, most in limits.items()):
            return TOO_MANY
        self._open[socket] = limits
        self._counts.update(limits.keys())
        return None

    def leave(self, socket: OpenSocket) -> None:
        """It is closed; does nothing where it was not admitted."""
        for name in self._open.pop(socket, ()):
            self._counts[name] -= 1
            if not self._counts[name]:
                del self._counts[name]

    async def restart(self) -> None:
        """Closes all of them, and whatever is opened from now on: this process ends."""
        self._restarting = True
        for socket in tuple(self._open):
            await socket.restart()


def _limits(socket: OpenSocket) -> Iterator[tuple[str, int]]:
    if socket.person:
        yield f"person {socket.person}", settings.SOCKETS_PER_PERSON
    if socket.address:
        yield f"address {socket.address}", settings.SOCKETS_PER_ADDRESS


open_sockets = OpenSockets()
