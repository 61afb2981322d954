"""The watch kept over every page of the browser tests sees what it must."""

from __future__ import annotations

import pytest

from tests.support.browser import Visit, axe, no_sideways_scroll, sign_up
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep


def test_a_newcomer_signs_up_and_is_in(site: EmbeddedSite, visit: Visit) -> None:
    ann = visit()
    sign_up(ann.page, "Annabel")
    assert ann.page.url.startswith(site.url)
    assert "Annabel" in ann.page.inner_text("body")


def test_an_error_on_the_console_is_seen(visit: Visit) -> None:
    stranger = visit()
    stranger.page.goto("/no-such-page")
    assert "404" in stranger.troubles.pop()


def test_an_error_in_a_script_is_seen(visit: Visit) -> None:
    stranger = visit()
    stranger.page.goto("/")
    with stranger.page.expect_event("pageerror"):
        stranger.page.evaluate("setTimeout(() => { throw new Error('broken') })")
    assert "broken" in stranger.troubles.pop()


def test_a_request_to_another_site_is_seen(visit: Visit) -> None:
    stranger = visit()
    with stranger.page.expect_event("requestfailed"):
        stranger.page.set_content("<img src='http://127.0.0.1:9/x.png' alt=''>")
    assert "http://127.0.0.1:9/x.png" in " ".join(stranger.troubles)
    stranger.troubles.clear()


def test_the_policy_stops_inline_script(visit: Visit) -> None:
    stranger = visit()
    stranger.page.goto("/")
    stranger.page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'),"
        " {textContent: 'window.ran = true'}))"
    )
    assert not stranger.page.evaluate("window.ran")
    assert "Content Security Policy" in stranger.troubles.pop()


def test_what_is_inaccessible_or_too_wide_is_seen(visit: Visit) -> None:
    stranger = visit()
    stranger.page.set_content("<img src='data:,'><p style='width: 600px'>wide</p>")
    with pytest.raises(AssertionError, match="image-alt"):
        axe(stranger.page)
    with pytest.raises(AssertionError, match="wide"):
        no_sideways_scroll(stranger.page)


def test_two_people_do_not_share_a_session(visit: Visit, site: EmbeddedSite) -> None:
    visit("Bertha")
    other = visit()
    other.page.goto("/")
    assert "Bertha" not in other.page.inner_text("header")
