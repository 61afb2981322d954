"""People with a plain HTTP client: a jar of cookies, the token of forms, and sockets.

    ann = guest(site.url)                   # or Client(site.url).sign_up("ann")
    answer = ann.post("/m/abc/join/")       # an Answer; redirects are not followed
    with ann.socket("/live/match/abc/") as socket:
        wait_for(socket, "m-seat")

One connection is kept for each client, so a client belongs to one thread at a time; `twin()` is the
same person's other tab. Without script by default; `tab(...)` posts as a page with script does.
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
# Any token is a good one if form and cookie agree; a browser gets its own from the first page.
TOKEN = "t" * 32

Fields = Mapping[str, Any] | Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Answer:
    """What came back. `headers`: names in lower case. `code`: of a refusal, else ""."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    @property
    def code(self) -> str:
        return self.headers.get("x-ridotto-code", "")

    @property
    def location(self) -> str:
        """Where it leads, by redirect or by htmx; "" when it does not."""
        return self.headers.get("location", "") or self.headers.get("hx-redirect", "")

    @property
    def accepted(self) -> bool:
        """Carried out: neither an error, nor a refusal, nor "log in first"."""
        to_login = self.location.startswith("/account/login/")
        return self.status < 400 and not self.code and not to_login

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Client:
    """One browser without a screen. `url`: of the site, or of one of its web processes."""

    url: str
    cookies: dict[str, str] = field(default_factory=lambda: {"csrftoken": TOKEN})
    name: str = ""
    _connection: http.client.HTTPConnection | None = None

    # --- who it is ---

    def play_now(self) -> Self:
        """Becomes a guest."""
        answer = self.post("/play-now/")
        assert answer.status == 302, answer
        return self._know_name()

    def sign_up(self, name: str, password: str = PASSWORD) -> Self:
        """Makes an account and stays logged in."""
        form = {"username": name, "password1": password, "password2": password}
        answer = self.post("/account/signup/", form)
        assert answer.status == 302, answer
        return self._know_name()

    def _know_name(self) -> Self:
        """The name in addresses: /history/ leads to /people/NAME/."""
        self.name = self.get("/history/").location.strip("/").rpartition("/")[2]
        return self

    def twin(self, url: str = "") -> Client:
        """The same person in another tab, perhaps at another web process."""
        return Client(url or self.url, dict(self.cookies), self.name)

    # --- pages and commands ---

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return self.request("GET", path, headers=headers)

    def post(
        self, path: str, form: Fields = (), *, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """As a program without script posts: refusals come with 422 and their code."""
        body = urlencode(form, doseq=True).encode()
        return self.request(
            "POST", path, body, {"Content-Type": FORM, **self._proof(), **(headers or {})}
        )

    def tab(self, path: str, form: Fields = ()) -> Answer:
        """As a page with script posts."""
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
        """Anything; `headers` replace those that are sent by themselves."""
        sent = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()), **(headers or {})}
        try:
            return self._exchange(method, path, body, sent)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            # A kept connection that the server had closed: nothing was sent twice, since a server
            # that has read a request answers it or is dead, and then this fails as well.
            if self._connection is None:
                raise
            self.close()
            raise

    def _exchange(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Answer:
        kept = self._connection
        connection = kept or self._connect()
        try:
            connection.request(method, path, body, dict(headers))
        except (BrokenPipeError, ConnectionResetError):
            if kept is None:
                raise
            # The server had closed it, since nothing was asked for long: as a browser does.
            kept.close()
            connection = self._connect()
            connection.request(method, path, body, dict(headers))
        answer = connection.getresponse()
        found = Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        for value in answer.headers.get_all("Set-Cookie", []):
            self._keep(value)
        return found

    def _connect(self) -> http.client.HTTPConnection:
        parts = urlsplit(self.url)
        self._connection = http.client.HTTPConnection(
            parts.hostname or "", parts.port, timeout=PATIENCE
        )
        return self._connection

    def _keep(self, set_cookie: str) -> None:
        for name, morsel in SimpleCookie(set_cookie).items():
            if morsel["max-age"] == "0":
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.value

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # --- live ---

    def socket(self, path: str, *, origin: str = "", **options: Any) -> ClientConnection:
        """The socket of a page; a context manager. Nothing has been received yet."""
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
    """Somebody new, logged in."""
    return Client(url).play_now()


def wait_for(socket: ClientConnection, text: str) -> str:
    """Reads until a message holds `text`, and returns that message."""
    while True:
        message = str(socket.recv(timeout=PATIENCE))
        if text in message:
            return message


@contextmanager
def opened(person: Client, url: str, match: str) -> Iterator[ClientConnection]:
    """The socket of this person's page of the match; it listens."""
    with person.twin(url).socket(f"/live/match/{match}/?since=0:0") as socket:
        wait_for(socket, "m-seat")
        yield socket


def match_in(location: str) -> str:
    """The public id in an address such as /m/abc/."""
    found = re.search(r"/m/([a-z0-9]+)/", location)
    assert found, location
    return found[1]
