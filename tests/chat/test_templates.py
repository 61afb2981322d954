"""The template engine keeps safe HTML, escapes all else, and guesses nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import engines
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from jinja2 import TemplateNotFound, UndefinedError

from chat.core.templates import CSRF, kept, render
from chat.live.fragments import Attributes, Block
from tests.support.texts import forget_texts

HOSTILE = "<script>\"x\"</script> & 'y'"


def of(source: str, **values: object) -> str:
    return str(engines["jinja2"].from_string(source).render(values))


def test_a_fragment_is_safe_and_its_values_escaped() -> None:
    drawn = render("components/avatar.jinja", name="<b>", hue=3)
    assert isinstance(drawn, SafeString)
    assert "&lt;" in drawn and "<b>" not in drawn


def test_text_is_escaped_and_safe_html_is_not() -> None:
    assert "<script>" not in of("{{ text }}", text=HOSTILE)
    assert of("{{ html }}{{ csrf }}", html=mark_safe("<i>x</i>")) == f"<i>x</i>{CSRF}"


def test_values_in_translated_texts_are_escaped() -> None:
    assert "<script>" not in of('{{ _("Hello %(name)s", name=name) }}', name=HOSTILE)
    assert "<script>" not in of("{% trans %}Hello {{ name }}{% endtrans %}", name=HOSTILE)


def test_plural_forms_are_chosen_and_values_escaped() -> None:
    cards = (
        "{% trans n=n, who=who %}{{ who }}: {{ n }} card"
        "{% pluralize %}{{ who }}: {{ n }} cards{% endtrans %}"
    )
    assert [of(cards, n=n, who="Bo") for n in (1, 2)] == ["Bo: 1 card", "Bo: 2 cards"]
    assert "<script>" not in of(cards, n=2, who=HOSTILE)
    votes = "{% trans n=n %}{{ n }} vote{% pluralize %}{{ n }} votes{% endtrans %}"
    assert [of(votes, n=n) for n in (1, 2, 1)] == ["1 vote", "2 votes", "1 vote"]


def test_percent_signs_are_not_doubled() -> None:
    assert of("{% trans %}100 % of it{% endtrans %}") == "100 % of it"
    assert of("{% trans n=n %}{{ n }} % of it{% endtrans %}", n=5) == "5 % of it"


def test_a_translation_is_cached_per_language(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(text: str) -> str:
        return f"{translation.get_language()}: {text}"

    monkeypatch.setattr("chat.core.translation.translation.gettext", found)
    forget_texts()
    try:
        for language in ("de", "fr", "de"):
            with translation.override(language):
                assert of('{{ _("Players") }}') == f"{language}: Players"
                assert f"{language}: Leave" in render("live/closed_page.jinja", where="/", text="")
    finally:
        monkeypatch.undo()
        forget_texts()


def test_cached_html_is_rendered_once_per_values_and_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[tuple[str, Any]] = []

    def draw(template: str, /, **values: Any) -> SafeString:
        drawn.append((translation.get_language() or "", values["hue"]))
        return render(template, **values)

    monkeypatch.setattr("chat.core.templates.render", draw)
    for language in ("de", "fr", "de"):
        for hue in (3, 4, 3):
            with translation.override(language):
                face = kept("components/avatar.jinja", name=HOSTILE, hue=hue)
            assert face == render("components/avatar.jinja", name=HOSTILE, hue=hue)
    assert drawn == [("de", 3), ("de", 4), ("fr", 3), ("fr", 4)]
    assert "&lt;" in of('{{ kept("components/avatar.jinja", name=name, hue=1) }}', name=HOSTILE)


def test_cached_html_differs_for_safe_and_plain_text() -> None:
    for text in (SafeString("<i>A</i>"), "<i>A</i>"):
        drawn = render("live/closed_page.jinja", where="/", text=text)
        assert kept("live/closed_page.jinja", where="/", text=text) == drawn


def test_calls_in_a_loop_get_only_the_given_arguments() -> None:
    source = "{% macro shown(n) %}<{{ n }}>{{ caller() }}{% endmacro %}"
    source += (
        "{% for n in 'ab' %}{% call shown(n=n) %}{{ told(n, twice=true) }}{% endcall %}{% endfor %}"
    )
    assert of(source, told=lambda text, twice: text * (2 if twice else 1)) == "<a>aa<b>bb"


def test_an_undefined_name_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        of("{{ nothing }}")
    with pytest.raises(TemplateNotFound):
        render("components/nothing.jinja")


def test_indentation_is_removed() -> None:
    assert of("<ul>\n    <li>one\n\t<li>two\n</ul>") == "<ul>\n<li>one\n<li>two\n</ul>"


def test_a_fragment_escapes_plain_text() -> None:
    def plain() -> Any:  # a type checker would not accept a `str`
        return HOSTILE

    sent = Block("it", (), plain, attributes=Attributes({"title": HOSTILE})).changes(whole=True)
    assert "<script>" not in sent
    assert "<script>" not in Block("it", (), plain).html()
    drawn = Block("it", (), lambda: mark_safe(f"<i>x</i>{CSRF}"))
    assert "<i>x</i></section>" in drawn.changes(whole=True)
    assert CSRF in drawn.html()
