"""The API reference page, which needs no scripts and has the site's themes."""

from __future__ import annotations

import pytest

from tests.support.browser import Visit, look

pytestmark = pytest.mark.deep


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_the_api_page_documents_the_endpoints(visit: Visit, scheme: str, width: int) -> None:
    page = visit("", scheme=scheme, width=width, height=800).page
    page.goto("/api/v1/docs/")
    assert "jq .view.choices" in page.locator("#curl").inner_text()
    page.get_by_text("Take one of the choices").click()
    page.wait_for_selector("text=Idempotency-Key >> visible=true")
    page.locator("dl a[href='#type-NewTable'], p a[href='#type-NewTable']").first.evaluate(
        "link => link.click()"
    )
    page.wait_for_selector("text=pace_percent >> visible=true")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    ground = page.evaluate(
        "getComputedStyle(document.querySelector('details.fold')).backgroundColor"
    )
    assert (ground == "rgb(255, 253, 248)") == (scheme == "light")
    look(page, f"api-docs-{scheme}")
