"""The watch kept over every page of the browser tests sees what it must."""

from __future__ import annotations

import pytest

from tests.support.browser import Visit, axe, no_sideways_scroll

pytestmark = pytest.mark.deep


def test_errors_and_inline_scripts_are_seen(visit: Visit) -> None:
    stranger = visit()
    page, troubles = stranger.page, stranger.troubles
    page.goto("/no-such-page")
    assert "404" in troubles.pop()
    page.goto("/")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('broken') })")
    assert "broken" in troubles.pop()
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'),"
        " {textContent: 'window.ran = true'}))"
    )
    assert not page.evaluate("window.ran")
    assert "Content Security Policy" in troubles.pop()


def test_other_sites_and_what_is_inaccessible_or_too_wide_are_seen(visit: Visit) -> None:
    stranger = visit()
    with stranger.page.expect_event("requestfailed"):
        stranger.page.set_content("<img src='http://127.0.0.1:9/x.png' alt=''>")
    assert "http://127.0.0.1:9/x.png" in " ".join(stranger.troubles)
    stranger.troubles.clear()
    stranger.page.set_content("<img src='data:,'><p style='width: 600px'>wide</p>")
    with pytest.raises(AssertionError, match="image-alt"):
        axe(stranger.page)
    with pytest.raises(AssertionError, match="wide"):
        no_sideways_scroll(stranger.page)
