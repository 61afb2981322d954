"""HTML that is built without a template escapes its values exactly once."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from chat.core.templates import filled, safe


def test_values_in_a_sentence_are_escaped_unless_safe() -> None:
    given = {"name": SafeString("<b>Ann</b>"), "text": "<i> & \"'", "n": 3}
    sentence = gettext_lazy("{name} said {text} {n} times.")
    assert filled(sentence, **given) == format_html(str(sentence), **given)
    assert "<b>Ann</b> said &lt;i&gt;" in filled(sentence, **given)


def test_a_filled_sentence_is_not_escaped_again() -> None:
    once = filled("{text}", text="<i>")
    assert safe(once) == once == "&lt;i&gt;"
