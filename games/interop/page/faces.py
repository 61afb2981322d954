"""The face of a card: what it costs, needs and gives, in words and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language

from chat.core.translation import gettext as _, ngettext
from games.interop.page import words
from games.interop.rules.box import CARDS


@dataclass(frozen=True)
class Trait:
    """A feature; `have`: whether the viewer's deployment has it (None: nobody looks)."""

    name: str
    label: str
    have: bool | None = None


@dataclass(frozen=True)
class Face:
    """A card as it is shown. `art`: the symbol in its middle."""

    id: str
    name: str
    deck: str
    kind: str
    cost: int
    adds: int
    bandwidth: int
    fact: str
    art: str
    gives: tuple[Trait, ...]
    needs: tuple[Trait, ...]

    @property
    def spoken(self) -> str:
        """What the pictures of the face say."""
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
    """`features`: those the viewer's deployment has."""
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
