"""Whole matches in WebKit, the engine of every browser on an iPhone, by real clicks.

Firefox is not driven: Debian has no geckodriver.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.support.patience import PATIENCE
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.nightly

BROWSER = "usr/lib/*/webkit2gtk-4.1/MiniBrowser"
# What answers a decision, the most wanted first.
ANSWERS = {
    "blanks": (
        "#play-form [data-pick-submit]",
        "#play-form [aria-pressed=false]",
        ".vote-form:not(:has([aria-pressed=true])) button.answer",
    ),
    "merchants": (
        "button[form=do-pass]",
        "#do-end button",
        ".mk-buy button.primary",
        ".mk-one button",
        ".mk-tick",
    ),
    "interop": ("#m-seat button.primary", "#m-seat form button.button"),
    "venice": ("#loan button.primary", "#done-now"),
}
# The first enabled and visible element of these selectors, unless no answer is owed.
NEXT = """
  const waits = document.querySelector('#m-seat[data-my-turn=false]');
  for (const selector of waits ? [] : arguments)
    for (const one of document.querySelectorAll(selector))
      if (!one.disabled && one.checkVisibility({visibilityProperty: true})) return one;
"""


@pytest.fixture(scope="module")
def screen(needed: Callable[[str], str]) -> Iterator[str]:
    """Provide a display without a monitor."""
    command = [needed("Xvfb"), "-displayfd", "1", "-screen", "0", "1280x1024x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield f":{server.stdout.readline().strip()}"
        server.terminate()


@pytest.fixture
def webkit(screen: str, needed: Callable[[str], str]) -> Iterator[WebKitGTK]:
    options = Options()
    options.binary_location = str(next(Path("/").glob(BROWSER)))
    options.add_argument("--automation")
    service = Service(needed("WebKitWebDriver"), env={"DISPLAY": screen})
    driver = WebKitGTK(options, service)
    yield driver
    driver.quit()


@pytest.mark.parametrize("game", ANSWERS)
def test_a_stranger_plays_a_first_match_to_its_end(
    site: EmbeddedSite, webkit: WebKitGTK, game: str
) -> None:
    webkit.set_window_rect(0, 0, 450, 900)
    webkit.get(site.url)
    webkit.find_element(By.CSS_SELECTOR, f"form[action*='/{game}/'] button").click()
    if game == "venice":
        there = expected_conditions.element_to_be_clickable((By.ID, "loan-amount"))
        WebDriverWait(webkit, PATIENCE).until(there).send_keys("50")
    end = time.monotonic() + 20 * PATIENCE
    presses = 0
    while not webkit.find_elements(By.CSS_SELECTOR, "#m-board .result"):
        assert time.monotonic() < end, f"not over after {presses} presses"
        try:
            one = webkit.execute_script(NEXT, *ANSWERS[game])
            if one is not None:
                one.click()
                presses += 1
        except WebDriverException:  # the page has replaced it, or something moves over it
            pass
        time.sleep(0.1)
    assert presses
    assert not webkit.find_element(By.ID, "connection").is_displayed()
