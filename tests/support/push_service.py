"""A push service for tests, with the browsers it pushes to.

It decrypts each message as a browser does, by RFC 8291 and without the sender's library, and
checks the sender's signature (RFC 8292).
"""

from __future__ import annotations

import base64
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()


class PushBrowser:
    """A browser with its own keys, and the contents and headers pushed to it."""

    def __init__(self, origin: str) -> None:
        self.name = secrets.token_hex(8)
        self.endpoint = f"{origin}/push/{self.name}?of=ours"
        self.shown: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._private = ec.generate_private_key(CURVE)
        self._secret = secrets.token_bytes(16)
        self.answers: list[int] = []  # statuses for the next messages; 201 after them

    @property
    def keys(self) -> dict[str, str]:
        """The subscription as a page posts it."""
        return {
            "endpoint": self.endpoint,
            "public_key": coded(_point(self._private.public_key())),
            "secret": coded(self._secret),
        }

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message (RFC 8188 with the keys of RFC 8291); raise if it is invalid."""
        salt, length, sender = body[:16], body[20], body[21 : 21 + body[20]]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self._private.exchange(ec.ECDH(), theirs)
        own = _point(self._private.public_key())
        key = _derived(shared, self._secret, b"WebPush: info\0" + own + sender, 32)
        content = _derived(key, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(key, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(content).decrypt(nonce, body[21 + length :], None)
        assert plain.rstrip(b"\0").endswith(b"\2"), "the last record says so"
        message: dict[str, Any] = json.loads(plain.rstrip(b"\0")[:-1])
        return message


class PushService:
    """A push service on the loopback interface. It knows each browser by its path."""

    def __init__(self, port: int = 0) -> None:
        self.browsers: dict[str, PushBrowser] = {}
        self.wrong: list[str] = []
        self.asked: list[str] = []  # requested paths
        self.server = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self.origin = f"http://127.0.0.1:{self.server.server_port}"

    def browser(self) -> PushBrowser:
        made = PushBrowser(self.origin)
        self.browsers[f"/push/{made.name}?of=ours"] = made
        return made

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        self.asked.append(path)
        browser = self.browsers.get(path)
        if browser is None:
            return 404
        try:
            self._check(headers)
            message = browser.read(body)
        except Exception as error:
            self.wrong.append(f"{type(error).__name__}: {error}")
            return 400
        answer = browser.answers.pop(0) if browser.answers else 201
        if answer < 300:
            browser.shown.append(message)
            browser.headers.append(headers)
        return answer

    def _check(self, headers: dict[str, str]) -> None:
        """Assert that the site signed the message for this service, and recently."""
        scheme, _space, rest = headers["authorization"].partition(" ")
        given = dict(part.strip().split("=", 1) for part in rest.split(","))
        head, claims, signature = given["t"].split(".")
        raw = plain(signature)
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, plain(given["k"]))
        der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        said = json.loads(plain(claims))
        assert scheme == "vapid"
        assert json.loads(plain(head))["alg"] == "ES256"
        assert said["aud"] == self.origin
        assert 0 < said["exp"] - time.time() <= 24 * 3600
        assert said["sub"].startswith("mailto:")
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0

    def _handler(service) -> type[BaseHTTPRequestHandler]:  # noqa: N805  (`self` is the handler)
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                named = {name.lower(): value for name, value in self.headers.items()}
                answer = service.take(self.path, named, body)
                self.send_response(answer)
                if 300 <= answer < 400:
                    self.send_header("Location", f"{service.origin}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        return Handler


class SilentService:
    """A push service that accepts connections and never answers."""

    def __init__(self, host: str, drips: bytes = b"") -> None:
        self.drips = drips  # sent again and again, if not empty
        self.asked = 0  # connections so far
        self.open = self.most = 0  # connections at the same time: now, and the highest number
        self.server = ThreadingTCPServer((host, 0), self._handler())
        self.server.daemon_threads = True
        self.origin = f"http://{host}:{self.server.server_address[1]}"

    def _handler(service) -> type[BaseRequestHandler]:  # noqa: N805  (`self` is the handler)
        class Handler(BaseRequestHandler):
            def handle(self) -> None:
                service.asked += 1
                service.open += 1
                service.most = max(service.most, service.open)
                self.request.settimeout(0.05)
                with suppress(ConnectionError):
                    while self._is_open():
                        self.request.sendall(service.drips)
                service.open -= 1

            def _is_open(self) -> bool:
                try:
                    return bool(self.request.recv(65536))
                except TimeoutError:
                    return True

        return Handler


@contextmanager
def silent_service(host: str = "127.0.0.2", drips: bytes = b"") -> Iterator[SilentService]:
    service = SilentService(host, drips)
    threading.Thread(target=service.server.serve_forever, args=[0.05], daemon=True).start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.socket.close()


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    thread = threading.Thread(target=service.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.server_close()
        thread.join()


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def plain(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(key)
