"""Tests of the cache of rendered fragments."""

from __future__ import annotations

import pytest
from django.utils.safestring import SafeString

from games.page import html_cache
from games.page.html_cache import cached_html


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Empty the cache, let it hold 100 KB, and return a list for what is rendered."""
    monkeypatch.setattr(html_cache, "_cache", html_cache.HtmlCache())
    monkeypatch.setattr(html_cache, "_LIMIT", 100_000)
    return []


def _get(rendered: list[int], number: int, size: int) -> None:
    def make() -> SafeString:
        rendered.append(number)
        return SafeString("x" * size)

    assert len(cached_html(number, make)) == size


def test_large_fragments_leave_room_for_few(rendered: list[int]) -> None:
    for number in range(5):
        _get(rendered, number, 30_000)
    rendered.clear()
    for number in (4, 3, 2):
        _get(rendered, number, 30_000)
    assert rendered == []
    _get(rendered, 0, 30_000)
    assert rendered == [0]


def test_a_fragment_larger_than_the_cache_is_rendered_again(rendered: list[int]) -> None:
    for _ in range(2):
        _get(rendered, 1, 200_000)
    assert rendered == [1, 1]
    for _ in range(2):
        _get(rendered, 2, 100)
    assert rendered == [1, 1, 2]
