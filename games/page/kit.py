"""What the page of any game is made with: names of players, keys of parts."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.text import get_text_list

from chat.core.digests import digest_of
from chat.core.translation import gettext as _, pgettext
from games.engine import codec
from games.engine.base import Outcome
from games.page.naming import name_tag
from games.page.snapshot import MatchSnapshot


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


def winners_line(snapshot: MatchSnapshot, outcome: Outcome | None, viewer: int | None) -> str:
    """Who has won, told to this viewer: "You won." """
    if outcome is None or outcome.reason == "aborted":
        return _("The match was broken off.")
    winners = [who(snapshot, one.seat, viewer) for one in outcome.standings if one.winner]
    if not winners:
        return _("Nobody won.")
    names = [one.name for one in winners if not one.me]
    if len(names) < len(winners):
        if not names:
            return _("You won.")
        names.insert(0, _("You"))
    said = {"names": get_text_list(names, _("and"))}
    return (_("%(names)s won together.") if names[1:] else _("%(names)s won.")) % said


def key_of(*values: object) -> str:
    """Equal for equal values of the engine; short, since every open page keeps some."""
    return digest_of(codec.encode(values))


def view_key(snapshot: MatchSnapshot, seat: int | None) -> str:
    """A key of all that this viewer may see: equal keys, equal parts."""
    return key_of(snapshot.view(seat))
