"""Views of a match (rules 16).

Everything is public except `drawn`, `offers` and terms. Cards are ids: `box.CARDS` has the card of
a title with its name, cost, needs and fact, `box.USERS` the user cards, and `box.KITS` the kits.
Everything that follows from the rules is computed here.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.engine.base import Outcome, Value, View
from games.interop.rules.cards import DeckName, Demand, Era
from games.interop.rules.state import Account, Deed, LicenceKind, Phase, Revenue, RoundEnd

BOARD = "board"  # the name of the board (IP and TCP) among card ids


class TermsView(Value):
    """The price of a card for the viewer, and the obstacles to it (rules 6.2).

    `now` is true if the card is among the viewer's choices at this moment. `code` is the first
    condition of rules 6.2 that fails, as if it were the viewer's turn, or "": `deck_used` (in your
    own turn), `already_owned`, `missing_feature`, `licence_closed`, `no_funds`. `price` is the cost
    plus the RAND fee. `missing` are the protocol features the deployment lacks. `short` is the
    money the viewer lacks, 0 if none.
    """

    now: bool
    code: str
    price: int
    missing: tuple[str, ...] = ()
    short: int = 0


class FaceUpView(Value):
    """A card that can be bought. `terms` is None for spectators."""

    card: str
    terms: TermsView | None = None


class RowView(Value):
    """A research deck.

    `cards` is its face-up row, `left` the number of cards in the deck, `discards` the number beside
    it. `draw_code` tells why the viewer cannot draw from it: `deck_used` (in your own turn),
    `deck_empty`, or "" if the deck allows it; None for spectators.
    """

    deck: DeckName
    cards: tuple[FaceUpView, ...]
    left: int
    discards: int
    draw_code: str | None = None


class ProtocolView(Value):
    """A deployed protocol.

    `since` is the round in which the licence was set, 0 if by a founder. `adopters` are the seats
    that adopted it, rising. `terms` are those of adopting it (None for spectators). Only the
    deployer sees `relax`, the less restrictive licences, and `relax_code`, the obstacle:
    `too_soon`, `not_less_restrictive` (it is open already), or "" if only the turn may be missing.
    For others they are empty and None.
    """

    card: str
    deployer: int
    licence: LicenceKind
    fee: int
    since: int
    adopters: tuple[int, ...]
    terms: TermsView | None = None
    relax: tuple[LicenceKind, ...] = ()
    relax_code: str | None = None


class NeedView(Value):
    """The needed feature of a card: the tree has one edge for each of `by`.

    `by` are the cards of this deployment, or the board, that provide the feature.
    """

    feature: str
    by: tuple[str, ...]


class StandingView(Value):
    """A card of a deployment, with the deployer and the licence of a protocol.

    A link that is there several times has several entries.
    """

    card: str
    deck: DeckName
    needs: tuple[NeedView, ...] = ()
    deployer: int | None = None
    licence: LicenceKind | None = None
    fee: int = 0


class AppView(Value):
    """An application.

    `taken` are the bandwidth units its users take. `runs_on` are the protocols by which it
    interoperates (rules 7). `revenue` is what it would earn now.
    """

    app: str
    users: int
    taken: int
    runs_on: tuple[str, ...]
    revenue: Revenue


class PlayerView(Value):
    """A player and their deployment. Everything here is public.

    `income` is that of the last Revenue Phase (None before the first), `paid` are the revenues it
    consists of. `history` has the income and the money after each Revenue Phase, oldest first;
    `account.start` is the money before. `prospect` is the income if the Revenue Phase were now.
    `features` are the protocol features in fixed order, including those of the board. `cards` are
    all cards from bottom to top, in order of acquisition within a layer.
    """

    seat: int
    bot: bool
    money: int
    account: Account
    income: int | None
    history: tuple[RoundEnd, ...]
    paid: tuple[Revenue, ...]
    prospect: int
    capacity: int
    used: int
    free: int
    users: int
    features: tuple[str, ...]
    cards: tuple[StandingView, ...]
    links: tuple[str, ...]
    protocols: tuple[str, ...]
    apps: tuple[AppView, ...]


class UserCardView(Value):
    """The user card of this round."""

    id: str
    name: str
    era: Era
    lines: tuple[Demand, ...]


class DrawnView(Value):
    """Drawn cards waiting for `keep`. Only the drawer sees `cards`, in drawing order."""

    seat: int
    deck: DeckName
    count: int
    cards: tuple[FaceUpView, ...] | None = None


class GainView(Value):
    """The effect of `users` more users on an application, all else being equal.

    `taken` and `free` are the bandwidth of the deployment used and left then. `revenue` is that of
    the application. `income` is that of the whole deployment, and `more` the part of it through
    these users.
    """

    users: int
    taken: int
    free: int
    revenue: Revenue
    income: int
    more: int


class OfferView(Value):
    """The offer of the user card to one application of the viewer (rules 8, 9).

    `line` is the index of the best fitting line on the card (None if none fits), `offer` its users.
    `most` is how many may be placed. `code` is "" if at least one may be placed, else
    `wrong_features` or `no_bandwidth`. `gains` are the effects of 0, 1, ... `most` users.
    """

    app: str
    line: int | None
    offer: int
    most: int
    code: str
    gains: tuple[GainView, ...]


class InteropView(View):
    """A match as one seat, or a spectator, may see it.

    `phase` is founders, investment, allocation or over. `kind` is the kind of the open decision
    (founder, invest, keep, allocate; "" when over), `turn` the seat that is asked (None when over),
    `seconds` its time. `first` is the first player. `used` are the decks used in this turn, `done`
    is everything done in it. `kits` are the founder kits left, in their order. `rows` are LINK,
    CORE, SERVICE, APP. `protocols` are all deployed ones, in order of deployment. `seen` are the
    user cards so far, oldest first. `era` is that of this round's users. `offers` has an entry for
    each application of a viewer who has yet to allocate in this round.
    """

    phase: Annotated[str, Meta(extra_json_schema={"enum": [one.value for one in Phase]})]
    edition: int
    round: int
    rounds: int
    kind: str
    seconds: int
    first: int
    turn: int | None
    used: tuple[DeckName, ...]
    done: tuple[Deed, ...]
    kits: tuple[str, ...]
    players: tuple[PlayerView, ...]
    rows: tuple[RowView, ...]
    protocols: tuple[ProtocolView, ...]
    era: Era
    user_card: UserCardView | None
    seen: tuple[str, ...]
    drawn: DrawnView | None
    offers: tuple[OfferView, ...] = ()
    outcome: Outcome | None = None
