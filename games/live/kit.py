"""What the page of any game is made with: names of players, keys of parts."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from chat.core.digests import digest_of
from chat.core.translation import gettext as _, pgettext
from games.engines import codec
from games.live.naming import name_tag
from games.live.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Who:
    """A player as a page names them. `me`: the viewer. `hue`: None for nobody in particular."""

    seat: int
    name: str
    hue: int | None
    me: bool = False
    bot: bool = False

    @property
    def initial(self) -> str:
        """The letter in the mark of the seat."""
        return self.name[:1].upper()

    @property
    def called(self) -> str:
        """As in the middle of a sentence: "you" for the viewer."""
        return pgettext("a name", "you") if self.me else self.name

    @property
    def tag(self) -> SafeString:
        """What they are called, in their colour."""
        return name_tag(self.called, self.hue)


def who(snapshot: MatchSnapshot, index: int, viewer: int | None = None) -> Who:
    """Who sits, or sat, on this seat; "somebody" where nothing is known of it."""
    occupant = snapshot.occupant(index)
    if occupant is None:
        return Who(index, _("somebody"), None)
    return Who(index, occupant.name, occupant.hue, index == viewer, occupant.bot)


def key_of(*values: object) -> str:
    """Equal for equal values of the engine; short, since every open page keeps some."""
    return digest_of(codec.encode(values))


def view_key(snapshot: MatchSnapshot, seat: int | None) -> str:
    """A key of all that this viewer may see: equal keys, equal parts."""
    return key_of(snapshot.view(seat))
