"""Packs and their authors."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.blanks.packs.reading.preview import Preview
from games.blanks.packs.reading.reader import read
from games.blanks.packs.services import take
from games.models import Pack
from tests.games.conftest import moderator, person, running, table

__all__ = ["ada", "bruno", "made", "moderator", "person", "running", "table"]

Make = Callable[..., Any]


def pack_file(**fields: Any) -> bytes:
    """Return a small pack file; `fields` replace its own fields."""
    pack = {
        "format": "blanks-pack",
        "version": 1,
        "name": "Harbour",
        "black": [{"text": "The pilot swears by ____."}],
        "white": [{"text": "a rope"}, {"text": "low tide"}],
        **fields,
    }
    return json.dumps({name: value for name, value in pack.items() if value is not None}).encode()


def big_pack_file(**fields: Any) -> bytes:
    """Return a pack file that is big enough for a whole table."""
    black = [{"text": f"Prompt {number}: ____."} for number in range(10)]
    white = [{"text": f"answer {number}"} for number in range(60)]
    return pack_file(**{"black": black, "white": white, **fields})


def upload(user: Any, data: bytes, slug: str = "") -> Pack:
    """Take all cards of a file as a new pack, or for the pack `slug`."""
    found = read(data)
    assert isinstance(found, Preview), found
    heading = found.pack()
    return take(
        user=user,
        preview=found,
        name=heading.name,
        language=heading.language,
        age=heading.min_age,
        slug=slug,
    )


@pytest.fixture
def ada(person: Make) -> Any:
    return person("ada")


@pytest.fixture
def bruno(person: Make) -> Any:
    return person("bruno")


@pytest.fixture
def made() -> Make:
    """Return a function that uploads a pack of an author and puts it in a state."""

    def make(author: Any, state: str = "private", *, blocked: bool = False, **fields: Any) -> Pack:
        pack = upload(author, pack_file(**fields))
        pack.state, pack.blocked = state, blocked
        pack.submitted_at = pack.changed_at if state == "submitted" else None
        pack.save()
        return pack

    return make
