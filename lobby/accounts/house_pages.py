"""Pages with the operator's texts: terms, house rules and contact.

`config/house_texts.py` reads the texts. They are plain text: a line starting with `# ` is a
heading, lines starting with `- ` are a list, an empty line separates paragraphs, and URLs and
e-mail addresses become links. Short lines stay separate, as in a postal address; long lines are
taken as wrapped by an editor and are joined.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy as _
from django.views.decorators.http import require_safe

LABELS = {"terms": _("Terms"), "rules": _("House rules"), "contact": _("Contact")}
WRAPPED = 60  # characters; a longer line continues on the next
ACCEPTED = ("terms", "rules")  # on signing up


@dataclass
class Block:
    """A heading, a paragraph or a list, of one or more lines."""

    kind: str
    lines: list[str] = field(default_factory=list)


@require_safe
def house_text(request: HttpRequest, name: str) -> HttpResponse:
    language, text = _text(name)
    blocks = list(blocks_of(text))
    own_title = blocks.pop(0).lines[0] if blocks and blocks[0].kind == "heading" else ""
    context = {
        "title": own_title or LABELS[name],
        "blocks": blocks,
        "language": language,
    }
    return render(request, "lobby/accounts/house_text.html", context)


def links() -> dict[str, list[dict[str, Any]]]:
    """Return links to the site's texts: all, and those accepted on signing up."""
    found = [
        {"name": name, "label": label, "url": reverse(f"lobby:{name}")}
        for name, label in LABELS.items()
        if name in settings.HOUSE_TEXTS
    ]
    return {"all": found, "accepted": [link for link in found if link["name"] in ACCEPTED]}


def _text(name: str) -> tuple[str, str]:
    """Return the language and the text of a page, best for the reader.

    Raise `Http404` if the site has no such text.
    """
    texts = settings.HOUSE_TEXTS.get(name)
    if texts is None:
        raise Http404
    wanted = (get_language() or "").lower()
    for language in (wanted, wanted.partition("-")[0]):
        if language and language in texts:
            return language, texts[language]
    return settings.LANGUAGE_CODE, texts[""]


def blocks_of(text: str) -> Iterator[Block]:
    block, wrapped = Block(""), False
    for line in text.splitlines():
        kind, words = _parse_line(line, block)
        if kind == block.kind == "paragraph" and wrapped:
            kind = "more"
        wrapped = len(line) >= WRAPPED
        if kind == block.kind and kind != "heading":
            block.lines.append(words)
        elif kind == "more":
            block.lines[-1] += f" {words}"
        else:
            if block.kind:
                yield block
            block = Block(kind, [words])
    if block.kind:
        yield block


def _parse_line(line: str, block: Block) -> tuple[str, str]:
    """Return the kind of a line and its text.

    The kind is "" for an empty line and "more" for the continuation of a list item.
    """
    words = line.strip()
    if not words:
        return "", ""
    if words.startswith("# "):
        return "heading", words[2:].strip()
    if words.startswith("- "):
        return "list", words[2:].strip()
    if block.kind == "list" and line[0].isspace():
        return "more", words
    return "paragraph", words
