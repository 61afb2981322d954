"""The log of Merchant Kings in sentences, with names in their colours.

To the viewer they say "you". `plain` has the events that one text tells whatever their facts are;
`course`, `buying` and `powers` have those that must choose among texts.
"""

from __future__ import annotations

from collections.abc import Callable

from django.utils.safestring import SafeString

from games.engine.base import Event
from games.merchants.page.log import buying, course, plain, powers
from games.merchants.page.log.telling import Facts
from games.page.log import NameTag

Teller = Callable[[Facts, NameTag], SafeString | str]
TELLERS: dict[str, Teller] = {
    **plain.TELLERS,
    **course.TELLERS,
    **buying.TELLERS,
    **powers.TELLERS,
}


def sentence(event: Event, names: NameTag) -> SafeString | str:
    tell = TELLERS.get(event.kind)
    return tell(event.facts, names) if tell else ""
