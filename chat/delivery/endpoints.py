"""Requests to push endpoints, whose addresses browsers supply.

An address may be anything, even one in the site's own network. So only https and public addresses
are allowed, a name is resolved once and the connection made to the address that was checked, and
redirects are not followed.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit

import certifi
import urllib3
from django.conf import settings

LONGEST = 1000  # characters of an address
_TIMES = urllib3.Timeout(connect=5, read=10)


class Unsafe(Exception):
    """Raised for an address to which the site sends no requests."""


class Unreachable(Exception):
    """Raised if nobody answers."""


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

    Raise `Unsafe` or `Unreachable`.
    """
    parts = check_address(endpoint)
    pool = _pool(parts, _resolved(parts))
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    try:
        answer = pool.urlopen(
            "POST",
            path or "/",
            body=body,
            headers={**headers, "Host": parts.netloc},
            redirect=False,
            retries=False,
            preload_content=False,
        )
        status, wait = answer.status, answer.headers.get("Retry-After", "")
        answer.close()
    except (urllib3.exceptions.HTTPError, OSError):
        raise Unreachable from None
    finally:
        pool.close()
    return status, float(wait) if wait.isdecimal() else 0.0


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


def _pool(parts: SplitResult, address: str) -> urllib3.HTTPConnectionPool:
    """Return a connection pool to this address, which must prove the host's name."""
    if parts.scheme != "https":
        return urllib3.HTTPConnectionPool(address, parts.port, timeout=_TIMES)
    return urllib3.HTTPSConnectionPool(
        address,
        parts.port or 443,
        timeout=_TIMES,
        ca_certs=certifi.where(),
        cert_reqs="CERT_REQUIRED",
        server_hostname=parts.hostname,
        assert_hostname=parts.hostname,
    )


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
