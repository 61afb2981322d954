"""A match page whose socket and responses the test controls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Page, Route, WebSocketRoute

from tests.support.browser import DRAWN, Visitor, tries
from tests.support.client import Client

HEARD, ANSWERED, OPENED = "htmx:wsAfterMessage", "htmx:afterRequest", "htmx:wsOpen"
# A page counts these events from its start, so that a test can wait for them.
COUNTING = f"""for (const what of {[HEARD, ANSWERED, OPENED]})
  document.addEventListener(what, () => (window[what] = (window[what] ?? 0) + 1));"""
COUNTED = "([what, before]) => (window[what] ?? 0) > before"
# More frames than a layout takes to settle, and than scripts wait for that.
RESTED = """() => new Promise((done) => {
  let left = 12;
  const step = () => (left-- ? requestAnimationFrame(step) : done());
  step();
})"""


@contextmanager
def expect_event(page: Page, what: str) -> Iterator[None]:
    """Wait, after the block, until it has caused this event and the page is rendered."""
    before = page.evaluate("what => window[what] ?? 0", what)
    yield
    page.wait_for_function(COUNTED, arg=[what, before])
    page.evaluate(DRAWN)


@dataclass
class Line:
    """The server's end of a page's socket. `say` sends; `opened` counts connections."""

    sockets: list[WebSocketRoute] = field(default_factory=list)

    def take(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda message: socket.send(message) if message == "." else None)

    @property
    def opened(self) -> int:
        return len(self.sockets)

    def say(self, page: Page, html: str) -> None:
        with expect_event(page, HEARD):
            self.sockets[-1].send(html)


@dataclass
class Desk:
    """Answers the posts of a page. With `holds`, a post waits for `answer`."""

    body: str = ""
    code: str = ""
    # The stream position that the response names, in place of a view.
    stream: str = ""
    status: int = 200
    holds: bool = False
    posts: list[str] = field(default_factory=list)
    # For each post, True if its page reported an open socket.
    live: list[bool] = field(default_factory=list)
    held: list[Route] = field(default_factory=list)

    def take(self, route: Route) -> None:
        self.posts.append(route.request.post_data or "")
        self.live.append("x-live" in route.request.headers)
        if self.holds:
            self.held.append(route)
        else:
            self.fulfil(route)

    def fulfil(self, route: Route) -> None:
        headers = {"content-type": "text/html"}
        if self.code:
            headers["X-Ridotto-Code"] = self.code
        if self.stream:
            headers["X-Ridotto-Stream"] = self.stream
        route.fulfill(status=self.status, body=self.body, headers=headers)

    def answer(self, page: Page) -> None:
        with expect_event(page, ANSWERED):
            self.fulfil(self.held.pop(0))

    def until(self, page: Page, posts: int) -> None:
        """Wait until the page has sent this many posts."""
        for _ in tries(page, "a post"):
            if len(self.posts) >= posts:
                return


@dataclass
class Stage:
    page: Page
    line: Line
    desk: Desk

    def part(self, name: str, change: str = "", **marks: str) -> str:
        """Return a fragment as an update: its current HTML with `change` appended."""
        html: str = self.page.evaluate(
            "name => { const part = document.getElementById(name).cloneNode(true);"
            " part.querySelectorAll('[data-picked]').forEach(one => one.remove());"
            " part.querySelectorAll('[data-started]')"
            ".forEach(one => one.removeAttribute('data-started'));"
            " return part.outerHTML; }",
            name,
        )
        marks = {"data-part": "new", "hx-swap-oob": "true", **marks}
        opening, rest = html.split(">", 1)
        for mark, value in marks.items():
            opening = re.sub(rf'\s{mark}="[^"]*"', "", opening) + f' {mark}="{value}"'
        inner, closing = rest.rsplit("</", 1)
        return f"{opening}>{inner}{change}</{closing}"

    def spoken(self) -> str:
        return self.page.locator("#announcer").inner_text()


def stage_at(
    here: Visitor, person: Client, match: str, *, act: str = "act", url: str = ""
) -> Stage:
    here.keep(person.cookies)
    stage = Stage(here.page, Line(), Desk())
    here.page.route_web_socket("**/live/match/**", stage.line.take)
    here.page.route(f"**/{act}/", stage.desk.take)
    here.page.add_init_script(COUNTING)
    here.page.goto(url or f"/m/{match}/")
    if match:
        here.page.wait_for_function(COUNTED, arg=[OPENED, 0])
    return stage
