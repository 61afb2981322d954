"""The API reference page, which needs no other site and obeys the site's policy."""

from __future__ import annotations

import pytest

from tests.support.browser import Visit

pytestmark = pytest.mark.deep


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_the_api_page_documents_the_endpoints(visit: Visit, scheme: str, width: int) -> None:
    page = visit("", scheme=scheme, width=width, height=800).page
    page.goto("/api/v1/docs/")
    page.get_by_text("Take one of the choices").click()
    page.wait_for_selector("text=Idempotency-Key")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
