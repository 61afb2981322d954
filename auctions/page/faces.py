"""Items as pages show them: picture, name, and what they cost or give."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from auctions.page.words import RESOURCE_KEYS, RESOURCES, item_name, money
from auctions.rules.catalogue import AGENDA, AGENDAS, ASSET, ASSETS, Points
from chat.core.templates import picture, render
from chat.core.translation import gettext as _
from games.page.html_cache import cached_html


@dataclass(frozen=True)
class Point:
    """An amount of one resource."""

    key: str
    name: str
    amount: int


@dataclass(frozen=True)
class Face:
    """An item as pages show it."""

    id: str
    name: str
    blurb: str
    value: int | None  # dollars of an agenda; None for an asset
    points: tuple[Point, ...]  # what it costs or gives
    art: SafeString

    @property
    def spoken(self) -> str:
        """The name of the item, and what it costs or gives, in words."""
        points = ", ".join(f"{point.amount} {point.name}" for point in self.points)
        if self.value is None:
            return _("%(name)s: gives %(points)s") % {"name": self.name, "points": points}
        values = {"name": self.name, "value": money(self.value), "points": points}
        return _("%(name)s: pays %(value)s if you hold %(points)s") % values


def face(item: str) -> Face:
    """Return the face of this item in the current language."""
    return _face(item, get_language() or "")


@cache
def _face(item: str, language: str) -> Face:
    agenda = AGENDA.get(item)
    blurb = agenda.blurb if agenda is not None else ASSET[item].blurb
    points = agenda.cost if agenda is not None else ASSET[item].gives
    return Face(
        id=item,
        name=item_name(item),
        blurb=_(blurb),
        value=None if agenda is None else agenda.value,
        points=point_list(points),
        art=picture(f"venice/{item}"),
    )


def point_list(points: Points, *, all_: bool = False) -> tuple[Point, ...]:
    """Return the nonzero points by resource, or all three if `all_` is true."""
    named = zip(RESOURCE_KEYS, RESOURCES, points, strict=True)
    return tuple(Point(key, str(name), n) for key, name, n in named if n or all_)


def lot_face(face: Face, offered: int) -> SafeString:
    """Render an item with the number of units offered, cached for all viewers."""
    html = partial(render, "games/venice/face.jinja", face=face, offered=offered)
    return cached_html(("face", face.id, offered), html)


def catalogue() -> dict[str, list[Face]]:
    """Return the faces of all items that a week can sell, for the rules page."""
    return {
        "agendas": [face(agenda.id) for agenda in AGENDAS],
        "assets": [face(asset.id) for asset in ASSETS],
    }
