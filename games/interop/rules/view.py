"""What a viewer may see (rules 16), as types. All but `drawn`, `offers` and terms is open to all.

Cards are ids: `box.CARDS` has the card of a title with its name, cost, needs and fact, `box.USERS`
the user cards, `box.KITS` the kits. Everything that follows from rules is worked out here.
"""

from __future__ import annotations

from games.engine.base import Outcome, Value, View
from games.interop.rules.cards import DeckName, Demand, Era
from games.interop.rules.state import Account, Deed, LicenceKind, Revenue, RoundEnd

BOARD = "board"  # stands for the board (IP and TCP) where cards are named


class TermsView(Value):
    """Whether the viewer can buy or adopt this card, and what is in the way (rules 6.2).

    `now`: it is in the choices of this very moment. `code`: the first condition of 6.2 that fails,
    as if it were the viewer's move ("" none does): `deck_used` (in the own turn), `already_owned`,
    `missing_feature`, `licence_closed`, `no_funds`. `price`: cost and RAND fee together. `missing`:
    needed protocol features the deployment lacks. `short`: money that is lacking, 0 if none.
    """

    now: bool
    code: str
    price: int
    missing: tuple[str, ...] = ()
    short: int = 0


class FaceUpView(Value):
    """A card that can be bought. `terms`: None for who has no deployment (spectators)."""

    card: str
    terms: TermsView | None = None


class RowView(Value):
    """A research deck. `cards`: its row. `left`: cards in the deck, `discards`: beside it.

    `draw_code`: why the viewer could not draw from it as it stands: `deck_used` (in the own turn),
    `deck_empty`, "" if nothing is in the way. None for spectators.
    """

    deck: DeckName
    cards: tuple[FaceUpView, ...]
    left: int
    discards: int
    draw_code: str | None = None


class ProtocolView(Value):
    """A deployed protocol. `since`: round in which the licence was set, 0 by a founder.

    `adopters`: those who have it and did not deploy it, rising. `terms`: for adopting it (None for
    spectators). For its deployer alone, else None and empty: `relax` are the less restrictive
    licences, `relax_code` what is in the way ("" nothing but the turn, `too_soon`,
    `not_less_restrictive`: it is open).
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
    """An edge of the tree for each of `by`: cards of this deployment, or the board, that provide
    the needed feature.
    """

    feature: str
    by: tuple[str, ...]


class StandingView(Value):
    """A card of a deployment. Protocols tell whose they are and under which licence.

    Links may stand there several times, each with an entry of its own.
    """

    card: str
    deck: DeckName
    needs: tuple[NeedView, ...] = ()
    deployer: int | None = None
    licence: LicenceKind | None = None
    fee: int = 0


class AppView(Value):
    """An application. `taken`: units its users take. `runs_on`: protocols by which it interoperates
    (rules 7). `revenue`: the sum as it would be now.
    """

    app: str
    users: int
    taken: int
    runs_on: tuple[str, ...]
    revenue: Revenue


class PlayerView(Value):
    """A player and the deployment. Everything here is open.

    `income`: of the last Revenue Phase (None: none yet), `paid` its sums. `history`: income and
    money after it for each Revenue Phase, oldest first; `account.start` is the money before.
    `prospect`: the income if Revenue were now. `features`: protocol features, the board's included,
    in fixed order. `cards`: all cards from bottom to top, in order of acquisition within a layer.
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
    """Drawn cards waiting for `keep`. `cards`, in drawing order: for the drawer alone."""

    seat: int
    deck: DeckName
    count: int
    cards: tuple[FaceUpView, ...] | None = None


class GainView(Value):
    """What so many more users on an application would do, all else as it is now.

    `taken`, `free`: bandwidth of the deployment used and left then. `revenue`: the sum of the
    application. `income`: of the whole deployment, `more` of it through these users.
    """

    users: int
    taken: int
    free: int
    revenue: Revenue
    income: int
    more: int


class OfferView(Value):
    """What the user card offers one application of the viewer (rules 8, 9).

    `line`: place of the best fitting line on the card (None: none fits), `offer` its users.
    `most`: how many may be placed. `code`: "" if at least one, else `wrong_features` or
    `no_bandwidth`. `gains`: for 0, 1 ... `most` users.
    """

    app: str
    line: int | None
    offer: int
    most: int
    code: str
    gains: tuple[GainView, ...]


class InteropView(View):
    """What one seat, or a spectator, may see.

    `phase`: founders, investment, allocation, over. `kind`: the kind of the open decision (founder,
    invest, keep, allocate; "" when over), `turn` the seat that is asked (None when over), `seconds`
    its time. `first`: the first player. `used`: decks used in this turn, `done`: all that was done
    in it. `kits`: founder kits left, in their order. `rows`: LINK, CORE, SERVICE, APP. `protocols`:
    all deployed ones, in order of deployment. `seen`: user cards so far, oldest first. `era`: whose
    users come in this round. `offers`: for a viewer who has yet to allocate in this round, an entry
    for each application.
    """

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
