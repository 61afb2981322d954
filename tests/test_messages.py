"""Tests that `make messages` finds the texts in templates, mails and other files.

Texts in Python, rules and Jinja2 are checked by `tests.games.page.test_translated`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.support.texts import extracted, own_texts

pytestmark = pytest.mark.nightly

DJANGO = """
  {% load i18n %}
  {% include "x.html" with label=_("django constant") %}
    <p title='{% translate "django plain" %}'>
  {% translate "django in context" context "django context" %}</p>
 {% blocktranslate trimmed count n=n %}
    django one {{ n }}
    over lines
  {% plural %}
    django many {{ n }}
  {% endblocktranslate %}
  {{ size|default:_("django filter") }} it's 100% "quoted"
"""


@pytest.fixture(scope="module", params=["page.html", "mail.txt"])
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    folder = tmp_path_factory.mktemp("sample")
    (folder / request.param).write_text(DJANGO, "utf-8")
    return extracted(str(folder))


@pytest.mark.parametrize(
    ("text", "context"),
    [
        ("django constant", None),
        ("django plain", None),
        ("django filter", None),
        ("django in context", "django context"),
        (("django one %(n)s over lines", "django many %(n)s"), None),
    ],
)
def test_messages_are_extracted(
    sample: Catalog, text: str | tuple[str, str], context: str | None
) -> None:
    found = sample.get(text if isinstance(text, str) else text[0], context=context)
    assert found is not None
    assert found.id == text


def test_every_kind_of_file_contributes_messages() -> None:
    places = {Path(place).suffix for one in own_texts() for place, _line in one.locations}
    assert places >= {".py", ".jinja", ".html", ".svg", ".txt"}
