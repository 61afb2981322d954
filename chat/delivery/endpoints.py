"""Requests to push endpoints, whose addresses browsers supply.

An address may be anything, even one in the site's own network. So only https and public addresses
are allowed, a name is resolved once and the connection made to the address that was checked, and
redirects are not followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Mapping
from functools import cache
from urllib.parse import SplitResult, urlsplit

import certifi
from django.conf import settings

LONGEST = 1000  # characters of an address
SECONDS = 10.0  # within which a request must be answered
_STATUS = re.compile(rb"HTTP/1\.\d (\d{3})\b")
_WAIT = re.compile(rb"(?i)\r\nretry-after:[ \t]*(\d{1,9})[ \t]*\r\n")


class Unsafe(Exception):
    """Raised for an address to which the site sends no requests."""


class Unreachable(Exception):
    """Raised if nobody answers."""


class TimedOut(Exception):
    """Raised if nobody answers in time."""


def check_address(endpoint: str) -> SplitResult:
    """Return the parts of an endpoint. Raise `Unsafe` if it must not be used.

    Names are not resolved here.
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise Unsafe from None
    if len(endpoint) > LONGEST or not endpoint.isascii() or not endpoint.isprintable():
        raise Unsafe
    if not parts.hostname or parts.username is not None or " " in endpoint:
        raise Unsafe
    if settings.PUSH_LOOPBACK and _is_loopback(parts.hostname):
        return parts
    if parts.scheme != "https" or port not in (None, 443):
        raise Unsafe
    if _is_address(parts.hostname) and not _is_public(parts.hostname):
        raise Unsafe
    return parts


def post(endpoint: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, float]:
    """Send a request and return its status and how many seconds we are asked to wait.

    Raise `Unsafe`, `Unreachable` or, after `SECONDS` in all, `TimedOut`.
    """
    parts = check_address(endpoint)
    until = time.monotonic() + SECONDS
    try:
        head = asyncio.run(_answer(parts, _resolved(parts), _request(parts, body, headers), until))
    except TimeoutError:
        raise TimedOut from None
    except (Unreachable, OSError, EOFError, asyncio.LimitOverrunError):
        # Resolving a name cannot be cut short; the system's resolver has a limit of its own.
        raise (TimedOut if time.monotonic() > until else Unreachable) from None
    status, wait = _STATUS.match(head), _WAIT.search(head)
    if status is None:
        raise Unreachable
    return int(status[1]), float(wait[1]) if wait else 0.0


def _request(parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    fields = {
        **headers, "Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close",
    }  # fmt: skip
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


async def _answer(parts: SplitResult, address: str, request: bytes, until: float) -> bytes:
    """Send a request to this address and return the head of the answer, before `until`."""
    # A library's read timeout starts again with each byte, so a server could answer for ever.
    secure = parts.scheme == "https"
    async with asyncio.timeout(until - time.monotonic()):
        reader, writer = await asyncio.open_connection(
            address,
            parts.port or (443 if secure else 80),
            ssl=_authorities() if secure else None,
            server_hostname=parts.hostname if secure else None,  # which it must prove
        )
        try:
            writer.write(request)
            return await reader.readuntil(b"\r\n\r\n")
        finally:
            writer.transport.abort()  # a polite end would wait for the server


@cache
def _authorities() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certifi.where())


def _resolved(parts: SplitResult) -> str:
    """Return an address of this host. Raise `Unsafe` if any of them is not public."""
    assert parts.hostname is not None
    try:
        found = socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable from None
    addresses = [str(entry[4][0]) for entry in found]
    loopback = settings.PUSH_LOOPBACK and _is_loopback(parts.hostname)
    if not loopback and not all(map(_is_public, addresses)):
        raise Unsafe
    return addresses[0]


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_public(address: str) -> bool:
    """Return True if the address, with any IPv4 address inside it, is public."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or _of_nat64(found)
        if inner is not None and not inner.is_global:
            return False
    return found.is_global and not found.is_multicast


def _of_nat64(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address in ipaddress.ip_network("64:ff9b::/96"):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def _is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)
