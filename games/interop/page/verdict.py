"""Why a card can or cannot be bought, and what buying it would take, in words (rules 6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chat.core.translation import gettext as _, ngettext
from games.interop.page import words
from games.interop.page.viewer import mine_in, name_of
from games.interop.rules.box import CARDS
from games.interop.rules.view import InteropView, ProtocolView, TermsView
from games.page.kit import who
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Verdict:
    """`can`: now, soon (nothing but the turn is in the way), no. `short`: for the face of the card,
    `lead` what is said before it. `reasons`: sentences, what is in the way and what would help.
    """

    can: str
    short: str
    reasons: tuple[str, ...] = ()
    lead: str = ""


class Ways:
    """Where missing features are to be had, from this viewer's side. Many cards lack the same."""

    def __init__(self, snapshot: MatchSnapshot, view: InteropView) -> None:
        self.snapshot, self.view = snapshot, view
        self._found: dict[str, str] = {}

    def __call__(self, feature: str) -> str:
        """The sentence about this feature."""
        if feature not in self._found:
            self._found[feature] = _missing(self.snapshot, self.view, feature)
        return self._found[feature]


def verdict(ways: Ways, card: str, terms: TermsView) -> Verdict:
    """For a face-up or drawn card, or one to adopt."""
    if terms.code == "already_owned":
        return Verdict("no", _("you have it"), (_("You already have it, and one is enough."),))
    if terms.code == "licence_closed":
        return Verdict(
            "no", _("closed"), (_("Its deployer keeps it closed: nobody may adopt it."),)
        )
    if not terms.code:
        can = "now" if terms.now else "soon"
        return Verdict(can, _("for %(price)d") % {"price": terms.price}, _useless(ways.view, card))
    reasons = [*_used(card, terms), *map(ways, terms.missing), *_short(terms)]
    lead = _("missing:") if terms.missing else ""
    return Verdict("no", _in_short(terms), tuple(reasons), lead)


def _useless(view: InteropView, card: str) -> tuple[str, ...]:
    """Said before a purchase that serves nothing as things stand."""
    mine, bandwidth = mine_in(view), CARDS[card].bandwidth
    if mine is None or mine.free >= bandwidth:
        return ()
    text = ngettext(
        "A user takes %(bandwidth)d units and %(n)d is free: without a link it can take nobody.",
        "A user takes %(bandwidth)d units and %(n)d are free: without a link it can take nobody.",
        mine.free,
    )
    return (text % {"bandwidth": bandwidth, "n": mine.free},)


def _in_short(terms: TermsView) -> str:
    if terms.code == "deck_used":
        return _("deck used")
    if terms.missing:
        return ", ".join(words.feature(name) for name in terms.missing)
    return _("%(n)d money short") % {"n": terms.short}


def _used(card: str, terms: TermsView) -> Iterator[str]:
    if terms.code == "deck_used":
        deck = words.DECKS[CARDS[card].deck]
        text = _("You have used the deck %(deck)s in this turn. It opens again next round.")
        yield text % {"deck": deck}


def _short(terms: TermsView) -> Iterator[str]:
    if terms.short:
        text = _("It costs %(price)d in all: you are %(short)d short.")
        yield text % {"price": terms.price, "short": terms.short}


def _missing(snapshot: MatchSnapshot, view: InteropView, feature: str) -> str:
    """The cards in the market that would bring it."""
    ways = list(_ways(snapshot, view, feature))
    values = {"feature": words.feature(feature), "ways": "; ".join(ways)}
    if ways:
        return _("You lack %(feature)s. It comes with: %(ways)s.") % values
    return _("You lack %(feature)s, and no card in the market brings it now.") % values


def _ways(snapshot: MatchSnapshot, view: InteropView, feature: str) -> Iterator[str]:
    for row in view.rows:
        for one in row.cards:
            card = CARDS[one.card]
            if card.kind == "protocol" and feature in card.provides:
                yield _("%(card)s, face up for %(cost)d") % {
                    "card": _(card.name),
                    "cost": card.cost,
                }
    for protocol in view.protocols:
        if feature in CARDS[protocol.card].provides and protocol.deployer != view.seat:
            yield _adopting(snapshot, protocol)


def _adopting(snapshot: MatchSnapshot, protocol: ProtocolView) -> str:
    values = {
        "card": name_of(protocol.card),
        "name": who(snapshot, protocol.deployer).name,
        "price": CARDS[protocol.card].cost + protocol.fee,
    }
    if protocol.licence == "closed":
        return _("%(card)s of %(name)s, but it is closed") % values
    return _("%(card)s of %(name)s, to adopt for %(price)d") % values
