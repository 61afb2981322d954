"""Laws of templates and static files.

Nothing is inline, nothing is loaded from elsewhere, and every text is translatable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from config.server.static_bundles import BUNDLES
from tests.laws.source import APPS, ROOT, nothing

TEMPLATES = [
    path
    for folder in ("templates", *(f"{app}/templates" for app in APPS))
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in {".html", ".jinja"}
]
STATIC = [path for path in sorted((ROOT / "static").rglob("*")) if path.is_file()]

COMMENT = re.compile(r"{#.*?#}|{% comment.*?%}.*?{% endcomment %}|<!--.*?-->", re.DOTALL)
TRANSLATED = re.compile(
    r"{%\s*blocktrans(?:late)?\b.*?%}.*?{%\s*endblocktrans(?:late)?\s*%}"  # Django's
    r"|{%-?\s*trans\b.*?%}.*?{%-?\s*endtrans\s*-?%}",  # Jinja2's
    re.DOTALL,
)
# Blocks inside a tag, and names of files and commands.
NO_TEXT = re.compile(
    r"{% block \w*(?:class|attributes) %}.*?{% endblock %}|<code>.*?</code>|\b\w+\.py\b", re.DOTALL
)
TAG_OR_VARIABLE = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
ELEMENT = re.compile(r"<[^>]*>", re.DOTALL)
ENTITY = re.compile(r"&#?\w+;")
WORD = re.compile(r"[A-Za-z]{2,}")
SPOKEN = re.compile(r"\b(?:aria-label|title|placeholder|alt)=\"([^\"]*)\"")

INLINE = {
    "a style attribute": re.compile(r"<[^>]*\sstyle\s*=", re.DOTALL),
    "a style element": re.compile(r"<style\b"),
    "a script without src": re.compile(r"<script\b(?![^>]*\bsrc=)", re.DOTALL),
    "an event handler": re.compile(r"<[^>]*\son\w+\s*=", re.DOTALL),
    "a handler of htmx": re.compile(r"\bhx-on\b|\bhx-vals\s*=\s*[\"']js:"),
    "a javascript: address": re.compile(r"javascript:", re.IGNORECASE),
}
# JSON for a script is data, not script.
DATA_SCRIPT = re.compile(r"<script\b[^>]*type=\"application/json\"")
ELSEWHERE = re.compile(r"(?:https?:)?//[a-z0-9][a-z0-9.-]*\.[a-z]{2,}", re.IGNORECASE)
NAMESPACES = ("http://www.w3.org/",)

STATIC_TAG = re.compile(r"{% static \"([^\"]+)\" %}")
# These only work at the start of a file, or in a file of its own.
ONLY_ALONE = re.compile(r"^(?:@import|@charset|@namespace|import|export|await)\b", re.MULTILINE)

# Words that are the same in every language.
UNTRANSLATED = {"Ridotto"}
# The page of last resort must not depend on anything that may have failed.
PLAIN = {"templates/500.html"}


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_templates_hold_no_inline_script_or_style() -> None:
    nothing(f"{_name(path)}: {what}" for path in TEMPLATES for what in _inline(path))


def _inline(path: Path) -> Iterator[str]:
    text = DATA_SCRIPT.sub("", COMMENT.sub("", path.read_text("utf-8")))
    yield from (what for what, pattern in INLINE.items() if pattern.search(text))


def test_nothing_is_fetched_from_elsewhere() -> None:
    files = [*TEMPLATES, *STATIC]
    nothing(f"{_name(path)}: {address}" for path in files for address in _elsewhere(path))


def _elsewhere(path: Path) -> list[str]:
    text = path.read_bytes().decode("utf-8", errors="replace")
    for namespace in NAMESPACES:
        text = text.replace(namespace, "")
    return ELSEWHERE.findall(COMMENT.sub("", text))


def test_every_text_of_a_template_can_be_translated() -> None:
    checked = [path for path in TEMPLATES if _name(path) not in PLAIN]
    nothing(f"{_name(path)}: {word}" for path in checked for word in _untranslated(path))


def _untranslated(path: Path) -> list[str]:
    text = TRANSLATED.sub(" ", COMMENT.sub("", path.read_text("utf-8")))
    text = TAG_OR_VARIABLE.sub(" ", NO_TEXT.sub(" ", text))
    spoken = " ".join(SPOKEN.findall(text))
    words = WORD.findall(ENTITY.sub(" ", ELEMENT.sub(" ", text) + " " + spoken))
    return sorted(set(words) - UNTRANSLATED)


# --- Bundles


def test_bundles_join_sources_that_no_page_loads_again() -> None:
    sources = {source for parts in BUNDLES.values() for source in parts}
    missing = [source for source in sources if not (ROOT / "static" / source).is_file()]
    assert not missing
    assert not sources & BUNDLES.keys(), "a bundle would replace its source"
    # A browser would run a script twice that it has already run as a part of a bundle.
    on_every_page = {*BUNDLES["css/page.css"], *BUNDLES["js/page.js"]}
    nothing(
        f"{_name(path)}: {source}"
        for path in TEMPLATES
        for source in STATIC_TAG.findall(path.read_text("utf-8"))
        if source in on_every_page
    )


def test_bundles_mean_the_same_as_their_sources() -> None:
    nothing(
        f"{source}: {found}"
        for parts in BUNDLES.values()
        for source in parts
        for found in ONLY_ALONE.findall((ROOT / "static" / source).read_text("utf-8"))
    )
