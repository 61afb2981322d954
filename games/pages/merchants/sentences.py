"""The log in sentences, with names in their colours. To the viewer it says "you"."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.safestring import SafeString

from games.engines.base import Event
from games.live.log import NameTag
from games.pages.merchants import (
    sentences_buying,
    sentences_course,
    sentences_plain,
    sentences_powers,
)
from games.pages.merchants.telling import Facts

Teller = Callable[[Facts, NameTag], SafeString | str]
TELLERS: dict[str, Teller] = {
    **sentences_plain.TELLERS,
    **sentences_course.TELLERS,
    **sentences_buying.TELLERS,
    **sentences_powers.TELLERS,
}


def sentence(event: Event, names: NameTag) -> SafeString | str:
    tell = TELLERS.get(event.kind)
    return tell(event.facts, names) if tell else ""
