"""The faces of cards: costs, needs and features, in words and pictures."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from chat.core.templates import render
from chat.core.translation import gettext as _, ngettext
from games.interop.page import words
from games.interop.page.words import TERMS
from games.interop.rules.box import CARDS, FEE_LEAST, FEE_MOST
from games.page.html_cache import cached_html


@dataclass(frozen=True)
class Trait:
    """A feature, as shown on a card."""

    name: str
    label: str
    have: bool | None = None  # True if the viewer's deployment has it; None if there is no viewer


@dataclass(frozen=True)
class Face:
    """A card as it is shown."""

    id: str
    name: str
    deck: str
    kind: str
    cost: int
    adds: int
    bandwidth: int
    fact: str
    art: str  # the symbol in its middle
    gives: tuple[Trait, ...]
    needs: tuple[Trait, ...]

    @property
    def spoken(self) -> str:
        """The pictures of the face, in words."""
        said = [_("costs %(cost)d") % {"cost": self.cost}]
        if self.adds:
            said.append(
                ngettext("adds %(n)d unit", "adds %(n)d units", self.adds) % {"n": self.adds}
            )
        if self.gives:
            said.append(
                _("gives %(names)s") % {"names": words.several(t.label for t in self.gives)}
            )
        if self.needs:
            said.append(_("needs %(names)s") % {"names": words.several(map(_needed, self.needs))})
        if self.bandwidth:
            said.append(_("bandwidth %(n)d") % {"n": self.bandwidth})
        return ", ".join(said)


def face(card: str, features: tuple[str, ...] | None = None) -> Face:
    """Return the face of a card.

    `features` are those of the viewer's deployment; None if there is no viewer.
    """
    return _face(card, features, get_language())


@lru_cache(maxsize=4096)
def _face(card: str, features: tuple[str, ...] | None, language: str | None) -> Face:
    found = CARDS[card]
    needs = tuple(
        Trait(name, words.feature(name), None if features is None else name in features)
        for name in found.needs
    )
    gives = tuple(Trait(name, words.feature(name)) for name in found.provides)
    return Face(
        id=card,
        name=_(found.name),
        deck=found.deck,
        kind=found.kind,
        cost=found.cost,
        adds=found.adds,
        bandwidth=found.bandwidth,
        fact=_(found.fact),
        art=card if found.kind == "link" else found.provides[0],
        gives=gives,
        needs=needs,
    )


def _needed(trait: Trait) -> str:
    if trait.have is None:
        return trait.label
    return trait.label if trait.have else _("%(name)s, missing") % {"name": trait.label}


# --- Cached fragments
#
# Most cards of the market and most deployments look the same after an action as before it: each is
# rendered once for all that look the same.


_FEES = range(FEE_LEAST, FEE_MOST + 1)


def part(name: str, **values: Hashable) -> SafeString:
    """Render `games/interop/<name>.jinja` with these values and the common ones."""
    return cached_html(
        ("interop", name, *values.items()),
        lambda: render(f"games/interop/{name}.jinja", part=part, fees=_FEES, terms=TERMS, **values),
    )
