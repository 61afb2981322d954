"""The market: the cards for sale, the obstacles to each, and its benefits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chat.core.translation import gettext as _, ngettext
from games.interop.page import words
from games.interop.page.card_faces import Face, face
from games.interop.page.typed_view import mine_in, name_of, view_of
from games.interop.rules.box import CARDS, DRAWN
from games.interop.rules.cards import SERVICE_FEATURES, Card, DeckName
from games.interop.rules.deployment import runs_on
from games.interop.rules.view import (
    AppView,
    FaceUpView,
    InteropView,
    PlayerView,
    ProtocolView,
    RowView,
    TermsView,
)
from games.page.presentation import Who, who
from games.page.snapshot import MatchSnapshot

# --- Verdicts on cards (rules 6.2)


@dataclass(frozen=True)
class Verdict:
    """The verdict on a purchase: is it possible, and what is in the way?"""

    can: str  # "now", "soon" (only the turn is missing) or "no"
    short: str  # for the face of the card
    reasons: tuple[str, ...] = ()  # sentences: the obstacles, and what would help
    lead: str = ""  # shown before `short`


class Ways:
    """The ways to get missing features, for one viewer."""

    def __init__(self, snapshot: MatchSnapshot, view: InteropView) -> None:
        self.snapshot, self.view = snapshot, view
        # Many cards lack the same feature, so each sentence is cached.
        self._found: dict[str, str] = {}

    def __call__(self, feature: str) -> str:
        """Return the sentence about a missing feature."""
        if feature not in self._found:
            self._found[feature] = _missing(self.snapshot, self.view, feature)
        return self._found[feature]


def verdict(ways: Ways, card: str, terms: TermsView) -> Verdict:
    """Return the verdict on a face-up card, a drawn card or one to adopt."""
    if terms.code == "already_owned":
        return Verdict("no", _("you have it"), (_("You already have it, and one is enough."),))
    if terms.code == "licence_closed":
        return Verdict("no", _("closed"), (_("Its owner keeps it closed: nobody can adopt it."),))
    if not terms.code:
        can = "now" if terms.now else "soon"
        return Verdict(can, _("for %(price)d") % {"price": terms.price}, _useless(ways.view, card))
    reasons = [*_used(card, terms), *map(ways, terms.missing), *_short(terms)]
    lead = _("missing:") if terms.missing else ""
    return Verdict("no", _in_short(terms), tuple(reasons), lead)


def _useless(view: InteropView, card: str) -> tuple[str, ...]:
    """Return a warning before a purchase that is useless at present."""
    mine, bandwidth = mine_in(view), CARDS[card].bandwidth
    if mine is None or mine.free >= bandwidth:
        return ()
    text = ngettext(
        "Each user takes %(bandwidth)d units, and %(n)d is free: without another link it can't "
        "take any users.",
        "Each user takes %(bandwidth)d units, and %(n)d are free: without another link it can't "
        "take any users.",
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
        text = _(
            "You have already used the deck %(deck)s this turn. You can use it again next round."
        )
        yield text % {"deck": deck}


def _short(terms: TermsView) -> Iterator[str]:
    if terms.short:
        text = _("It costs %(price)d in total: you are %(short)d short.")
        yield text % {"price": terms.price, "short": terms.short}


def _missing(snapshot: MatchSnapshot, view: InteropView, feature: str) -> str:
    """Return the sentence about a missing feature and the cards that provide it."""
    ways = list(_ways(snapshot, view, feature))
    values = {"feature": words.feature(feature), "ways": "; ".join(ways)}
    if ways:
        return _("You lack %(feature)s. You can get it from: %(ways)s.") % values
    return _("You lack %(feature)s, and no card on the market provides it now.") % values


def _ways(snapshot: MatchSnapshot, view: InteropView, feature: str) -> Iterator[str]:
    for row in view.rows:
        for shown in row.cards:
            card = CARDS[shown.card]
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
        return _("%(name)s’s %(card)s, which is closed") % values
    return _("%(name)s’s %(card)s, which you can adopt for %(price)d") % values


# --- Benefits of cards


def prospects(snapshot: MatchSnapshot, view: InteropView, card: str) -> tuple[str, ...]:
    """Return sentences about the benefits of a card; none for spectators."""
    mine = mine_in(view)
    if mine is None:
        return ()
    found = CARDS[card]
    if found.kind == "application":
        return tuple(_application(snapshot, view, mine, found))
    if found.kind == "protocol":
        return (*_opens(view, mine, found), *_joins(snapshot, view, mine, found))
    return tuple(_link(mine, found))


def _link(mine: PlayerView, card: Card) -> Iterator[str]:
    text = _("It would raise your free units from %(now)d to %(then)d.")
    yield text % {"now": mine.free, "then": mine.free + card.adds}


def _opens(view: InteropView, mine: PlayerView, card: Card) -> Iterator[str]:
    """Yield a sentence on the face-up cards that it would make possible."""
    opened = [
        name_of(shown.card)
        for row in view.rows
        for shown in row.cards
        if shown.terms is not None
        and shown.terms.missing
        and set(shown.terms.missing) <= set(card.provides)
    ]
    if opened:
        yield _("It would unlock %(names)s.") % {"names": words.several(opened)}
    elif set(card.provides) <= set(mine.features):
        yield _(
            "You already have what it provides. It would only connect you with "
            "others' applications."
        )


def _joins(
    snapshot: MatchSnapshot, view: InteropView, mine: PlayerView, card: Card
) -> Iterator[str]:
    """Yield sentences on the income that an adoption would add."""
    # The income is computed with the current users.
    wanted = set(card.provides) & set(SERVICE_FEATURES)
    for app in mine.apps:
        if wanted & set(CARDS[app.app].needs):
            for seat, other in _others(view, card.id):
                if (seat, other.app) not in _partners(app):
                    yield _joined(snapshot, view, app, (seat, other))


def _joined(
    snapshot: MatchSnapshot, view: InteropView, app: AppView, partner: tuple[int, AppView]
) -> str:
    seat, other = partner
    counts = min(app.users, other.users // len(view.players))
    gain = counts * CARDS[app.app].bandwidth
    text = ngettext(
        "Your %(mine)s would work together with %(name)s’s %(theirs)s and bring you %(n)d money "
        "a round now.",
        "Your %(mine)s would work together with %(name)s’s %(theirs)s and bring you %(n)d money "
        "a round now.",
        gain,
    )
    return text % {
        "mine": name_of(app.app),
        "theirs": name_of(other.app),
        "name": who(snapshot, seat).name,
        "n": gain,
    }


def _partners(app: AppView) -> set[tuple[int, str]]:
    return {(partner.seat, partner.app) for partner in app.revenue.partners}


def _others(view: InteropView, protocol: str) -> list[tuple[int, AppView]]:
    """Return the applications of others that run on this protocol."""
    return [
        (player.seat, app)
        for player in view.players
        if player.seat != view.seat
        for app in player.apps
        if protocol in app.runs_on
    ]


def _application(
    snapshot: MatchSnapshot, view: InteropView, mine: PlayerView, card: Card
) -> Iterator[str]:
    below = runs_on(card.id, mine.protocols)
    if not below:
        return
    yield _("It would run on %(names)s.") % {"names": words.several(map(name_of, below))}
    found = {pair for protocol in below for pair in _pairs(view, protocol)}
    if found:
        partners = [
            _("%(name)s’s %(app)s") % {"app": name_of(app), "name": who(snapshot, seat).name}
            for seat, app in sorted(found)
        ]
        yield _("It would work together with %(names)s.") % {"names": words.several(partners)}


def _pairs(view: InteropView, protocol: str) -> list[tuple[int, str]]:
    return [(seat, app.app) for seat, app in _others(view, protocol)]


@dataclass(frozen=True)
class Offer:
    """A card and what the viewer can do about it."""

    key: str  # identifies its place on the page
    face: Face
    action: str  # submitted, like `field`
    field: str
    price: int
    verdict: Verdict
    prospects: tuple[str, ...] = ()
    licensed: bool = False  # its licence is chosen with it
    serves: str = ""  # ids of the cards in the tree that it would stand on
    rest: int = 0
    owner: Who | None = None  # this and the next three: of a protocol to adopt
    licence: str = ""
    fee: int = 0
    terms: str = ""
    flip: str = ""  # identifies the card while it moves into the tree


@dataclass(frozen=True)
class Deck:
    """A research deck with its row."""

    name: DeckName
    label: str
    left: int
    discards: int
    offers: tuple[Offer, ...]
    draw: str  # the label of the button; "" if nothing can be drawn now
    why: str  # the reason why not; "" if it is not the viewer's turn
    used: bool
    vain: str = ""  # a warning that a draw would be useless

    @property
    def useful(self) -> bool:
        """True if a card of the row can be bought, now or on the viewer's turn."""
        return any(offer.verdict.can in {"now", "soon"} for offer in self.offers)


def decks(snapshot: MatchSnapshot, seat: int | None) -> tuple[Deck, ...]:
    """Return the decks from the top layer to the bottom one, like the tree."""
    view = view_of(snapshot, seat)
    may = {choice.action for choice in view.choices}
    ways = Ways(snapshot, view)
    return tuple(_deck(ways, row, "draw" in may) for row in reversed(view.rows))


def _deck(ways: Ways, row: RowView, may: bool) -> Deck:
    view = ways.view
    count = min(DRAWN, row.left)
    draw = ngettext("Draw %(n)d", "Draw %(n)d", count) % {"n": count}
    why = _why_not(view, row)
    return Deck(
        name=row.deck,
        label=str(words.DECKS[row.deck]),
        left=row.left,
        discards=row.discards,
        offers=_row_offers(ways, row),
        draw=draw if may and not why else "",
        why=why,
        used=view.turn == view.seat and row.deck in view.used,
        vain=_in_vain(view, row.deck) if may and not why else "",
    )


def _in_vain(view: InteropView, deck: DeckName) -> str:
    """Return a warning before a draw of which nothing could be kept."""
    mine = mine_in(view)
    # The cards of a deck are secret, but everybody knows what they may be at best.
    deployed = {protocol.card for protocol in view.protocols}
    costs = [c.cost for c in CARDS.values() if c.deck == deck and c.id not in deployed]
    least = min(costs, default=0)
    if mine is None or mine.money >= least:
        return ""
    text = _(
        "You have %(money)d money, but every card of this deck costs at least %(least)d. "
        "You could not keep any."
    )
    return text % {"money": mine.money, "least": least}


def _why_not(view: InteropView, row: RowView) -> str:
    if row.draw_code == "deck_used":
        return _("used in this turn")
    if row.draw_code == "deck_empty":
        return _("no cards left")
    return ""


def _row_offers(ways: Ways, row: RowView) -> tuple[Offer, ...]:
    found, seen = [], dict[str, int]()
    for card in row.cards:
        seen[card.card] = seen.get(card.card, 0) + 1  # a link may be there twice
        found.append(card_offer(ways, card, "buy", f"{card.card}-{seen[card.card]}"))
    return tuple(found)


def card_offer(ways: Ways, one: FaceUpView, action: str, key: str) -> Offer:
    """Return the offer of a face-up card, or of a drawn one (`action` "keep")."""
    view = ways.view
    mine = mine_in(view)
    if mine is None or one.terms is None:
        return Offer(key, face(one.card), action, "card", CARDS[one.card].cost, Verdict("", ""))
    shown = face(one.card, mine.features)
    return Offer(
        key=key,
        face=shown,
        action=action,
        field="card",
        price=one.terms.price,
        verdict=verdict(ways, one.card, one.terms),
        prospects=prospects(ways.snapshot, view, one.card),
        licensed=shown.kind == "protocol",
        serves=_serves(view, one.card),
        rest=mine.money - one.terms.price,
        flip=_flip(one, key),
    )


def _flip(shown: FaceUpView, key: str) -> str:
    """Return the id under which a card moves into the tree."""
    # Only one card of a title moves there; a second one has its own id.
    owned = shown.terms is not None and shown.terms.code == "already_owned"
    return shown.card if key in (f"{shown.card}-1", "") and not owned else key


def adoptable(snapshot: MatchSnapshot, seat: int | None) -> tuple[Offer, ...]:
    """Return the protocols the viewer does not have, in order of deployment."""
    view = view_of(snapshot, seat)
    found = [
        protocol
        for protocol in view.protocols
        if seat not in (protocol.deployer, *protocol.adopters)
    ]
    ways = Ways(snapshot, view)
    return tuple(_adoption(ways, protocol) for protocol in found)


def _adoption(ways: Ways, protocol: ProtocolView) -> Offer:
    snapshot, view = ways.snapshot, ways.view
    mine = mine_in(view)
    price = CARDS[protocol.card].cost + protocol.fee
    judged = (
        Verdict("", "") if protocol.terms is None else verdict(ways, protocol.card, protocol.terms)
    )
    return Offer(
        key=f"adopt-{protocol.card}",
        face=face(protocol.card, mine.features if mine else None),
        action="adopt",
        field="protocol",
        price=price,
        verdict=judged,
        prospects=prospects(ways.snapshot, view, protocol.card),
        serves=_serves(view, protocol.card),
        rest=mine.money - price if mine else 0,
        owner=who(snapshot, protocol.deployer, view.seat),
        licence=protocol.licence,
        fee=protocol.fee,
        terms=words.licence(protocol.licence, protocol.fee),
        flip=protocol.card,
    )


def _serves(view: InteropView, card: str) -> str:
    """Return the ids of the viewer's own cards that provide what this one needs."""
    mine = mine_in(view)
    needs = set(CARDS[card].needs)
    found = (
        [protocol for protocol in mine.protocols if needs & set(CARDS[protocol].provides)]
        if mine
        else []
    )
    return " ".join([*found, *(["board"] if needs & {"routing", "stream"} else [])])
