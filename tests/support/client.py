"""People with a plain HTTP client: a cookie jar, form tokens and sockets.

    ann = guest(site.url)                   # or Client(site.url).sign_up("ann")
    answer = ann.post("/m/abc/join/")       # an Answer; redirects are not followed
    with ann.socket("/live/match/abc/") as socket:
        wait_for(socket, "m-seat")

Each client keeps one connection open, so a client belongs to one thread at a time; `twin()`
returns another tab of the same person. `post` acts as a page without scripts, `tab` as a page with
scripts.
"""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any, Self
from urllib.parse import urlencode, urlsplit

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.support.patience import PATIENCE

PASSWORD = "thirteen-quiet-herons"
FORM = "application/x-www-form-urlencoded"
# Any token is valid if form and cookie agree. A browser gets its own with the first page.
TOKEN = "t" * 32

Fields = Mapping[str, Any] | Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Answer:
    """The site's response to a request."""

    status: int
    headers: Mapping[str, str]  # names are in lower case
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    @property
    def code(self) -> str:
        """The code of the refusal, or "" if it was not refused."""
        return self.headers.get("x-ridotto-code", "")

    @property
    def location(self) -> str:
        """The target of a redirect, by HTTP or by htmx, or "" if there is none."""
        return self.headers.get("location", "") or self.headers.get("hx-redirect", "")

    @property
    def accepted(self) -> bool:
        """True unless it is an error, a refusal or a redirect to the login page."""
        to_login = self.location.startswith("/account/login/")
        return self.status < 400 and not self.code and not to_login

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Client:
    """A browser without a screen."""

    url: str  # address of the site, or of one of its web processes
    cookies: dict[str, str] = field(default_factory=lambda: {"csrftoken": TOKEN})
    name: str = ""
    _connection: http.client.HTTPConnection | None = None

    # --- Identity

    def play_now(self) -> Self:
        """Become a guest."""
        answer = self.post("/play-now/")
        assert answer.status == 302, answer
        return self._learn_name()

    def sign_up(self, name: str, password: str = PASSWORD) -> Self:
        """Create an account and stay logged in."""
        form = {"username": name, "password1": password, "password2": password}
        answer = self.post("/account/signup/", form)
        assert answer.status == 302, answer
        return self._learn_name()

    def _learn_name(self) -> Self:
        # /history/ redirects to /people/NAME/.
        self.name = self.get("/history/").location.strip("/").rpartition("/")[2]
        return self

    def twin(self, url: str = "") -> Client:
        """Return the same person in another tab, perhaps at another web process."""
        return Client(url or self.url, dict(self.cookies), self.name)

    # --- Pages and commands

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return self.request("GET", path, headers=headers)

    def post(
        self, path: str, form: Fields = (), *, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Post as a page without scripts does: a refusal has status 422 and a code."""
        body = urlencode(form, doseq=True).encode()
        return self.request(
            "POST", path, body, {"Content-Type": FORM, **self._proof(), **(headers or {})}
        )

    def tab(self, path: str, form: Fields = ()) -> Answer:
        """Post as a page with scripts does."""
        return self.post(path, form, headers={"HX-Request": "true"})

    def _proof(self) -> dict[str, str]:
        return {"X-CSRFToken": self.cookies.get("csrftoken", "")}

    def request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send any request; `headers` override the default ones."""
        sent = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()), **(headers or {})}
        try:
            return self._exchange(method, path, body, sent)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            # The server had closed the idle connection. Nothing was sent twice: a server that has
            # read a request either answers it or is dead, and then a second attempt fails as well.
            if self._connection is None:
                raise
            self.close()
            raise

    def _exchange(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Answer:
        reused = self._connection
        connection = reused or self._connect()
        try:
            connection.request(method, path, body, dict(headers))
        except (BrokenPipeError, ConnectionResetError):
            if reused is None:
                raise
            # The server had closed the idle connection. Connect again, as a browser does.
            reused.close()
            connection = self._connect()
            connection.request(method, path, body, dict(headers))
        answer = connection.getresponse()
        found = Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        for value in answer.headers.get_all("Set-Cookie", []):
            self._store_cookie(value)
        return found

    def _connect(self) -> http.client.HTTPConnection:
        parts = urlsplit(self.url)
        self._connection = http.client.HTTPConnection(
            parts.hostname or "", parts.port, timeout=PATIENCE
        )
        return self._connection

    def _store_cookie(self, set_cookie: str) -> None:
        for name, morsel in SimpleCookie(set_cookie).items():
            if morsel["max-age"] == "0":
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.value

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # --- Live updates

    def socket(self, path: str, *, origin: str = "", **options: Any) -> ClientConnection:
        """Open the socket of a page, as a context manager; nothing is received yet."""
        parts = urlsplit(self.url)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        socket: ClientConnection = connect(
            f"ws://{parts.netloc}{path}",
            origin=Origin(origin or self.url),
            additional_headers={"Cookie": cookie},
            compression=None,
            open_timeout=PATIENCE,
            max_size=None,
            **options,
        )
        return socket


def guest(url: str) -> Client:
    """Return a new guest who is logged in."""
    return Client(url).play_now()


def wait_for(socket: ClientConnection, text: str) -> str:
    """Read until a message contains `text`, and return that message."""
    while True:
        message = str(socket.recv(timeout=PATIENCE))
        if text in message:
            return message


@contextmanager
def opened(person: Client, url: str, match: str) -> Iterator[ClientConnection]:
    """Open the socket of this person's match page and wait until it is subscribed."""
    with person.twin(url).socket(f"/live/match/{match}/?since=0:0") as socket:
        wait_for(socket, "m-seat")
        yield socket


def match_in(location: str) -> str:
    """Return the public id in an address such as /m/abc/."""
    found = re.search(r"/m/([a-z0-9]+)/", location)
    assert found, location
    return found[1]
