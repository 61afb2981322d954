"""Text that users write is escaped in pages, notices, e-mails and the admin.

Each text contains markup here, even where validation would reject it: rendering must not rely on
validation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.core import mail

from tests.laws.source import nothing
from tests.support.full_site import KINDS, furnish, walk

pytestmark = [pytest.mark.django_db, pytest.mark.deep]

# The text as written, as it must be in HTML, and the sign of double escaping.
WRITTEN = '"><i on=zq{kind}>&lt;{{{{7}}}}'
SHOWN = re.compile(r"&lt;i on=zq(\w+)&gt;&amp;lt;")
ESCAPED_TWICE = re.compile(r"zq\w+&amp;gt;")
ENTITY_KEPT = re.compile(r"zq\w+(?:>|&gt;)&lt;")
EVALUATED = re.compile(r"zq\w+&gt;&amp;lt;7")


def hostile(kind: str) -> str:
    return WRITTEN.format(kind=kind)


class Markup(HTMLParser):
    """Collects elements and event handlers that no page of the site has."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [f"<{tag} {name}={value}>" for name, value in attrs if name.startswith("on")]


def faults(html: str) -> Iterator[str]:
    markup = Markup()
    markup.feed(html)
    yield from markup.found
    for pattern in (ESCAPED_TWICE, ENTITY_KEPT, EVALUATED):
        yield from pattern.findall(html)


# The others see the same pages, or fewer.
SEE_MOST = ("owner", "moderator")


@pytest.mark.parametrize("people", [SEE_MOST, pytest.param((), marks=pytest.mark.nightly)])
def test_user_text_is_escaped_exactly_once_everywhere(people: tuple[str, ...]) -> None:
    house = furnish(hostile)
    seen = Counter[str]()
    found: dict[str, str] = {}
    for page in walk(house, *people):
        seen.update(SHOWN.findall(page.html))
        found |= {fault: str(page) for fault in faults(page.html)}
    nothing(f"{fault} on {page}" for fault, page in found.items())
    assert set(seen) == set(KINDS)
    assert mail.outbox
    for letter in mail.outbox:  # plain text, which contains no markup
        assert letter.content_subtype == "plain"
        assert not getattr(letter, "alternatives", ())
