"""Checks that a player sees a decision and all its controls without scrolling.

A control is anything that can be pressed, picked or filled in within the board and the seat,
unless it is inside an element marked `data-aside`, which belongs to no answer. The subject of the
decision is marked `data-about`. A test names the lists that may scroll by themselves, with the
height that must be visible; their items are in view if scrolling that list alone shows them.
Highlights and results are left in place: none may cover the phase line, its clock or a control.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

from tests.support.browser import AT_REST

SIZES = ((1280, 800), (1366, 768), (1024, 768), (390, 844), (360, 740))
LEAST_TEXT = 14
LEAST_TARGET = 44  # CSS pixels, on a phone

_CHECK = Path(__file__).with_suffix(".js").read_text("utf-8")

# Scripts measure the page after a resize, and style sheets follow: wait until nothing changes.
_SETTLED = """() => new Promise((done) => {
  scrollTo({top: 0, behavior: 'instant'});
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


@dataclass
class Watch:
    """A watch over the decisions of a match, which records what was out of view."""

    page: Page
    # Selectors of lists that may scroll, with the height in pixels that must show.
    lists: Mapping[str, int] = field(default_factory=dict)
    folder: Path | None = None
    sizes: Sequence[tuple[int, int]] = SIZES
    looked: Counter[str] = field(default_factory=Counter)
    found: dict[str, list[str]] = field(default_factory=dict)

    def look(self, kind: str) -> None:
        """Check the decision on the current page at all sizes; `kind` names it."""
        before = self.page.viewport_size
        for width, height in self.sizes:
            self.page.set_viewport_size(ViewportSize(width=width, height=height))
            self.page.evaluate(_SETTLED)
            self.page.evaluate(AT_REST)
            wish = {"lists": dict(self.lists), "leastText": LEAST_TEXT, "leastTarget": LEAST_TARGET}
            found = self.page.evaluate(_CHECK, wish)
            self._note(f"{kind} at {width}x{height}", found)
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
