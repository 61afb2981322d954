"""The checks that browser tests make on every page detect what they must."""

from __future__ import annotations

import pytest

from tests.support.browser import Visit

pytestmark = pytest.mark.deep


def test_errors_and_inline_scripts_are_detected(visit: Visit) -> None:
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
