"""The page of a match of any game: the parts it is made of, for a socket and for an answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from chat.live.batch import one_batch
from chat.live.parts import Denied, Page, Part
from chat.messages.parts import chat_window, who_is_here
from games.page.frame import PARTS, match_part
from games.page.parting import check_or_part, left, parting
from games.page.viewing import Viewing, viewing_of

# Parts handed in by config, for a user and a match: what stands on every page of the house (the
# bell, my matches).
extra_parts: list[Callable[[Any, str], list[Part]]] = []


@dataclass(slots=True)
class Once:
    """What is told once to a page: drawn into a part that is never redrawn empty."""

    viewing: Viewing
    topics: Collection[str]
    id: str = "m-once"

    def html(self) -> SafeString:
        """As the page begins: empty, or what its reader missed when they acted without script."""
        return self.changes() or format_html('<div id="{}" class="once"></div>', self.id)

    def changes(self, *, whole: bool = False) -> SafeString:
        return self.viewing.told_once()


def open_match(user: Any, public_id: str, query: dict[str, str]) -> Page:
    """The live page of a match for this viewer. Raises `Denied`."""
    viewing = viewing_of(user, public_id, query)
    check = partial(check_or_part, viewing)
    check()
    return Page(
        parts=page_parts(viewing),
        check=check,
        rest=viewing.rest,
        join_batch=viewing.join_batch,
        room=f"table-{public_id}",
    )


def page_parts(viewing: Viewing) -> list[Part]:
    """Everything on the page that may change."""
    return [*match_parts(viewing), *around_parts(viewing)]


def match_parts(viewing: Viewing, names: Collection[str] = ()) -> list[Part]:
    """The parts that a command may change (these, or all): they also make up its answer."""
    parts: list[Part] = [match_part(viewing, name) for name in PARTS if not names or name in names]
    return parts if names else [*parts, Once(viewing, viewing.heard("once"))]


def around_parts(viewing: Viewing) -> list[Part]:
    """Chat, who is here, and what the house puts on every page."""
    public_id, seated = viewing.public_id, viewing.number is not None
    room = f"{'table' if seated else 'watch'}-{public_id}"
    parts: list[Part] = [
        *chat_window(viewing.user, room, label=viewing.match.name),
        who_is_here(viewing.user, f"table-{public_id}"),
    ]
    for more in extra_parts:
        parts.extend(more(viewing.user, public_id))
    return parts


def fresh_parts(viewing: Viewing, names: Collection[str] = (), *, polled: bool = False) -> str:
    """Parts as this viewer may see them now (these, or all); nothing where they may not look.

    Whoever has watched to the end is told how it ended. `polled`: an open page asks; that of
    somebody who was removed is told so. A refused command has its own sentence instead.
    """
    with one_batch():
        try:
            viewing.check()
        except Denied as denied:
            return parting(viewing) or (left(viewing, denied) if polled else "")
        return "".join(part.changes(whole=True) for part in match_parts(viewing, names))
