"""A real browser: Debian's Chromium, driven by Playwright.

Each `Visitor` is a person with their own browser context, so cookies are not shared. Every page is
watched for what no page may do: log an error to the console, raise in a script, or send a request
to another site.

To watch the tests, set `HEADED=1`: it opens a window and slows the browser down.
`SCREENSHOTS=folder` saves a picture of each open page at the end of a test, also when it fails.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

from tests.support.patience import PATIENCE
from tests.support.servers import Missing

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
HEADED = os.environ.get("HEADED") == "1"
SCREENSHOTS = os.environ.get("SCREENSHOTS")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_pictures = count(1)
PASSWORD = "thirteen-quiet-herons"
NARROW = 360
SETTLE_SECONDS = 10  # the longest wait for a page's posts when its test ends


@contextmanager
def chromium() -> Iterator[Browser]:
    """Open the browser. Raise `Missing` if this machine has none."""
    names = PROGRAMS[1:] if HEADED else PROGRAMS
    program = next((found for name in names if (found := shutil.which(name))), None)
    if program is None:
        raise Missing(f"no browser: install {' or '.join(names[:2])}")
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE * 1000)
        browser = playwright.chromium.launch(
            executable_path=program, args=FLAGS, headless=not HEADED, slow_mo=300 if HEADED else 0
        )
        yield browser
        browser.close()


# A control that takes the place of another one ignores clicks for an instant. A person sees that
# and clicks again. This clicks again for the tests, so that none hangs on its timing.
PRESSES_AGAIN = """addEventListener("ridotto:held", (event) => event.target.click())"""


@dataclass
class Visitor:
    """A person with a browser. `page` is its first tab; `tab()` opens more."""

    context: BrowserContext
    base_url: str
    page: Page = field(init=False)
    # Parts of console messages that a test provokes on purpose, such as "422".
    excused: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    unanswered: set[Request] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.context.on("page", self._watch)
        self.context.on("requestfinished", self._over)
        self.context.on("requestfailed", self._over)
        self.page = self.tab()

    def tab(self) -> Page:
        return self.context.new_page()

    def keep(self, cookies: Mapping[str, str]) -> None:
        """Add these cookies, and with them a login made elsewhere."""
        self.context.add_cookies(
            [{"name": name, "value": text, "url": self.base_url} for name, text in cookies.items()]
        )

    def _watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.troubles.append(f"script: {error}"))
        page.on("request", self._sent)
        page.on("websocket", lambda socket: self._request(socket.url))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _sent(self, request: Request) -> None:
        self._request(request.url)
        if request.method == "POST":
            self.unanswered.add(request)

    def _over(self, request: Request) -> None:
        self.unanswered.discard(request)

    def _request(self, url: str) -> None:
        own = self.base_url.split("://", 1)[1]
        scheme, _, rest = url.partition(":")
        inline = scheme in {"data", "blob", "about"}
        if not inline and not rest.removeprefix("//").startswith((own + "/", own + "?")):
            self.troubles.append(f"request to another site: {url}")

    def close(self) -> None:
        """Close the browser. Raise `AssertionError` if a page misbehaved."""
        if SCREENSHOTS:
            self._keep_pictures(Path(SCREENSHOTS))
        self._settle()
        self.context.close()
        left = [t for t in self.troubles if not any(excuse in t for excuse in self.excused)]
        if left:
            raise AssertionError("pages misbehaved:\n" + "\n".join(left))

    def _settle(self) -> None:
        """Wait for posts that are under way: the next test may empty the database."""
        end = time.monotonic() + SETTLE_SECONDS
        while self.unanswered and self.context.pages and time.monotonic() < end:
            self.context.pages[0].wait_for_timeout(20)

    def _keep_pictures(self, folder: Path) -> None:
        test = os.environ["PYTEST_CURRENT_TEST"].split("::")[-1].split(" ")[0]
        for page in self.context.pages:
            page.screenshot(path=folder / f"{test}-{next(_pictures)}.png", full_page=True)


def visitor(
    browser: Browser,
    base_url: str,
    *,
    width: int = 1280,
    height: int = 900,
    scheme: Literal["light", "dark"] = "light",
    script: bool = True,
    presses_again: bool = True,
    **options: Any,
) -> Visitor:
    """Open a browser for a new person; other options are Playwright's.

    `script=False` turns JavaScript off. With `presses_again`, a click that a freshly replaced
    control ignored is repeated.
    """
    context = browser.new_context(
        base_url=base_url,
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        java_script_enabled=script,
        **options,
    )
    context.set_default_timeout(PATIENCE * 1000)
    if presses_again:
        context.add_init_script(PRESSES_AGAIN)
    return Visitor(context, base_url)


def sign_up(page: Page, name: str, password: str = PASSWORD) -> None:
    """Create an account through the real page and stay logged in."""
    page.goto("/account/signup/")
    page.fill("input[name=username]", name)
    page.fill("input[name=password1]", password)
    page.fill("input[name=password2]", password)
    page.press("input[name=password2]", "Enter")
    page.wait_for_url(lambda url: "/account/signup" not in url)


def log_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/account/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", password)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(lambda url: "/account/login" not in url)


_NOTHING_UNDER_WAY = "() => !document.querySelector('[data-busy], .htmx-request')"


def answered(page: Page, do: Callable[[], Any], where: str = "/act/") -> Response:
    """Call `do`, and wait until its post is answered and the page shows the answer."""
    with page.expect_response(lambda response: response.url.endswith(where)) as sent:
        do()
    page.wait_for_function(_NOTHING_UNDER_WAY)
    return sent.value


def tries(page: Page, what: str) -> Iterator[Callable[[], None]]:
    """Yield until the caller has seen `what` it waits for; fail if it never does.

    A whole match may be played within the loop, which takes longer than a single wait. Call the
    yielded function after each step forward: it restarts the timeout.
    """
    end = 0.0

    def go_on() -> None:
        nonlocal end
        end = time.monotonic() + 5 * PATIENCE

    go_on()
    while time.monotonic() < end:
        yield go_on
        page.wait_for_timeout(30)
    raise AssertionError(f"{what} did not come")


# Contrast is only meaningful once animations of colours have ended.
AT_REST = """() => Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .filter((one) => one.effect.target.checkVisibility())  // in a closed fold nothing moves on
    .map((one) => one.finished.catch(() => null)))"""


def axe(page: Page) -> None:
    """Assert that axe-core finds nothing on the page once its animations have ended."""
    page.evaluate(AT_REST)
    page.evaluate(_axe_source())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    lines = [
        f"{violation['id']}: {violation['help']}: {node['html'][:200]} {_why(node)}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
    assert not lines, f"axe on {page.url}:\n" + "\n".join(lines)


def _why(node: dict[str, Any]) -> str:
    return "; ".join(check["message"] for check in [*node["any"], *node["all"], *node["none"]])


def _axe_source() -> str:
    spec = find_spec("axe_playwright_python")
    assert spec is not None
    assert spec.origin is not None
    return (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")


# A resized window has its new width at once, and its media queries one frame later.
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
_WIDER_THAN_THE_PAGE = """() => {
  const room = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth <= room) return [];
  const end = element => element.getBoundingClientRect().right;
  const wide = [...document.body.querySelectorAll('*')].filter(element => end(element) > room + 1);
  wide.sort((one, other) => end(other) - end(one));
  return ['page is ' + document.scrollingElement.scrollWidth + ' wide', ...wide.slice(0, 12).map(
    element => `${element.tagName}.${element.getAttribute('class')} ${Math.round(end(element))}`)];
}"""


def no_sideways_scroll(page: Page, width: int = NARROW) -> None:
    """Assert that the page does not scroll sideways at this width in pixels."""
    before = page.viewport_size
    page.set_viewport_size({"width": width, "height": 740})
    page.evaluate(DRAWN)
    found = page.evaluate(_WIDER_THAN_THE_PAGE)
    if before:
        page.set_viewport_size(before)
    assert not found, f"{page.url} at {width} px:\n" + "\n".join(found)


def shot(page: Page, name: str) -> None:
    """Save screenshots, at the current width and at 360 px, if SHOTS names a folder."""
    folder = os.environ.get("SHOTS")
    if not folder:
        return
    before = page.viewport_size
    page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
    page.set_viewport_size({"width": NARROW, "height": 740})
    page.screenshot(path=Path(folder) / f"{name}-{NARROW}.png", full_page=True)
    if before:
        page.set_viewport_size(before)


def look(page: Page, name: str) -> None:
    """Check what holds on every page (axe, 360 px wide), and take a screenshot."""
    shot(page, name)
    axe(page)
    no_sideways_scroll(page)


Visit = Callable[..., Visitor]
