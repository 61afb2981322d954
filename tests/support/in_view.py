"""Checks that a player sees a decision and all its controls without scrolling.

A control is anything that can be pressed, picked or filled in within the board and the seat,
unless it is inside an element marked `data-aside`, which belongs to no answer. The subject of the
decision is marked `data-about`. A test names the lists that may scroll by themselves, with the
height that must be visible; their items are in view if scrolling that list alone shows them, and
a subject that is higher than its list if it begins in view. A test may also name parts to which
the page scrolls in one column; each must then be whole in view.
Highlights and results are left in place: none may cover the phase line, its clock or a control.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page, ViewportSize

from tests.support.browser import AT_REST


class Window(NamedTuple):
    """A window's size in CSS pixels, and the size of its text in per cent."""

    width: int
    height: int
    text: int = 100

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (f" with {self.text} % text" * (self.text != 100))


SIZES = tuple(
    Window(*one) for one in ((1280, 800), (1366, 768), (1024, 768), (390, 844), (360, 740))
)
# An old phone, a phone on its side, and a phone whose owner reads large text.
SMALL = (Window(320, 568), Window(844, 390), Window(390, 844, text=150))
LOW = 600  # pixels, with default text: in a lower window half of a list is enough
DEFAULT_TEXT = 16  # pixels
AT_ALL_SIZES = 12  # looks; later ones at known decisions take turns with thirds of the sizes
LEAST_TEXT = 14
LEAST_TARGET = 44  # CSS pixels, on a phone

_CHECK = Path(__file__).with_suffix(".js").read_text("utf-8")

# Scripts measure the page after a resize, and style sheets follow: wait until nothing changes.
_SETTLED = """() => new Promise((done) => {
  const parts = ['main', 'm-phase', 'm-board', 'm-seat'].map((id) => document.getElementById(id));
  const sizes = () => parts.map((one) => one && JSON.stringify(one.getBoundingClientRect())).join();
  const rest = (before, frames) => {
    const now = sizes();
    const left = now === before ? frames - 1 : 4;
    if (left) requestAnimationFrame(() => rest(now, left));
    // A highlight looks for a free place ten times a second (moment.js).
    else setTimeout(done, document.querySelector('.moment-stage') ? 200 : 0);
  };
  rest('', 4);
})"""


# Wait for a frame with this size: without it the page does not notice that it was turned, and back.
_SIZED = """([width, height]) => new Promise((done) => {
  const look = () => requestAnimationFrame(
    innerWidth === width && innerHeight === height ? done : look);
  look();
})"""


def _set_text(browser: CDPSession, percent: int) -> None:
    """Set the default text size, on which rem and media queries in rem depend."""
    pixels = DEFAULT_TEXT * percent // 100
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": pixels}})


@dataclass
class Watch:
    """A watch over the decisions of a match, which records what was out of view."""

    page: Page
    # Selectors of lists that may scroll, with the height in pixels that must show.
    lists: Mapping[str, int] = field(default_factory=dict)
    folder: Path | None = None
    sizes: Sequence[Window] = SIZES
    parts: str = ""  # a selector of parts to which the page may scroll
    looked: Counter[str] = field(default_factory=Counter)
    found: dict[str, list[str]] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)

    def look(self, kind: str) -> None:
        """Check the decision on the current page at all sizes; `kind` names it.

        After the first looks, a kind that was checked before is checked at a third of them.
        """
        before = self.page.viewport_size
        browser = self.page.context.new_cdp_session(self.page)
        known = self.kinds[kind]
        in_turn = known > 0 and self.kinds.total() >= AT_ALL_SIZES
        for window in self.sizes[known % 3 :: 3] if in_turn else self.sizes:
            self.page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
            # A phone that was turned upright scrolls to the decision, as when that came.
            turned = (max(window[:2]), min(window[:2]))
            for width, height in (turned, window[:2]):
                self.page.set_viewport_size(ViewportSize(width=width, height=height))
                self.page.evaluate(_SIZED, [width, height])
            _set_text(browser, window.text)
            self.page.evaluate(_SETTLED)
            self.page.evaluate(AT_REST)
            part = 0.5 if window.height < LOW * window.text / 100 else 1
            lists = {selector: least * part for selector, least in self.lists.items()}
            least = {"leastText": LEAST_TEXT, "leastTarget": LEAST_TARGET}
            wish = {"lists": lists, "parts": self.parts, **least}
            self._note(f"{kind} at {window}", self.page.evaluate(_CHECK, wish))
        self.kinds[kind] += 1
        _set_text(browser, 100)
        browser.detach()
        if before:
            self.page.set_viewport_size(before)

    def _note(self, what: str, found: list[str]) -> None:
        self.looked[what] += 1
        if found:
            if self.folder:
                self.page.screenshot(
                    path=self.folder / f"{what}-{self.looked[what]}.png".replace(" ", "-")
                )
            self.found.setdefault(what, []).append("; ".join(found))

    def report(self) -> str:
        """Format the findings: for each decision and size, their number and the first."""
        return "\n".join(
            f"{what}: {len(lacks)} of {self.looked[what]}: {lacks[0]}"
            for what, lacks in sorted(self.found.items())
        )
