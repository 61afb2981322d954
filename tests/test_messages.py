"""`make messages` finds the texts of Python, of Jinja2 and of Django's templates."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.support.texts import extracted, own_texts

pytestmark = pytest.mark.nightly

PYTHON = """
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

A = _("python plain")
B = gettext_lazy("python lazy")
C = ngettext("python one", "python many", 2)
D = pgettext_lazy("python context", "python in context")
"""
JINJA = """
  <p title="{{ _("jinja call") }}">{{ ngettext("jinja one", "jinja many", 2) }}</p>
  {{ pgettext("jinja context", "jinja in context") }}
  {% trans name=name %}
    jinja broken
    over lines {{ name }}
  {% endtrans %}
  {% trans count=2 %}jinja {{ count }} card{% pluralize %}jinja {{ count }} cards{% endtrans %}
"""
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
RULES = """
NAMES = {"id": "a-card"}
CARDS = [_card("a-card", "Rules Name", fact="Rules fact.")]
class Title:
    tagline = "Rules tagline."
    pace: Literal["daily", "very_fast"]
    def check(self):
        raise ValueError("Rules were broken")
"""


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    folder: Path = tmp_path_factory.mktemp("samples")
    for name, text in (("a.py", PYTHON), ("b.jinja", JINJA), ("c.html", DJANGO), ("d.txt", DJANGO)):
        (folder / name).write_text(text, "utf-8")
    (folder / "rules").mkdir()
    (folder / "rules" / "cards.py").write_text(RULES, "utf-8")
    return extracted(str(folder))


@pytest.mark.parametrize(
    "text",
    [
        "python plain",
        "python lazy",
        ("python one", "python many"),
        "jinja call",
        ("jinja one", "jinja many"),
        "jinja broken over lines %(name)s",
        ("jinja %(count)s card", "jinja %(count)s cards"),
        "django constant",
        "django plain",
        "django filter",
        ("django one %(n)s over lines", "django many %(n)s"),
    ],
)
def test_texts_are_found(samples: Catalog, text: str | tuple[str, str]) -> None:
    found = samples.get(text if isinstance(text, str) else text[0])
    assert found is not None
    assert found.id == text


@pytest.mark.parametrize(
    "text", ["Rules Name", "Rules fact.", "Rules tagline.", "Daily", "Very fast"]
)
def test_texts_of_rules_are_found_without_gettext(samples: Catalog, text: str) -> None:
    assert samples.get(text) is not None
    assert samples.get("Rules were broken") is None
    assert samples.get("a-card") is None


@pytest.mark.parametrize("kind", ["python", "jinja", "django"])
def test_texts_in_a_context_are_found(samples: Catalog, kind: str) -> None:
    assert samples.get(f"{kind} in context", context=f"{kind} context") is not None


def test_every_kind_of_file_of_the_project_gives_texts() -> None:
    places = {Path(place).suffix for one in own_texts() for place, _line in one.locations}
    assert places >= {".py", ".jinja", ".html", ".svg", ".txt"}
