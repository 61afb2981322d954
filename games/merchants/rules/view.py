"""Views of a match (rules 14), complete enough that a page need not know a rule.

Cards are ids (`cards.py`, which has their names, values and suits). Chances are in thousandths.

Each kind of decision offers these choices. Every choice also has `given={"decision": id}`. The
names in brackets, such as `cards`, are its `Pick` fields.

* `market`: one `buy` for each entry of `MarketsView.offers`, in the same order (`cards`, `commit`;
  its `Bound` keeps the Declaration at 12 or less), one `play` for each mode (given `mode`; single
  `card`), `callback` (single `card`), `substitute`, `visit` (single `market`, a number as text),
  `do_nothing`, `end_turn`.
* `seize`: `bid` (`cards`), `pass`. `duel`: `commit` (`cards`), `pass`.
* `reroll`: `reroll`, `keep`. `callback_take`: `take_back`, `leave_there`.
* `stack`: `go` (`cards`, ordered, each with a mode of its own: "SJ:power"), `pass`.
* `pick_emblem`, `pick_stack_card`, `pick_black_market_card`: single `card`. `pick_black_market`:
  single `market`. `pick_stock`: single `suit`. `give`: single `card`.
* `cutpurse`: `steal` (single `target`, a seat as text), `slip` (single `target`, single `card`).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.engine.base import Outcome, Value, View
from games.merchants.rules import options
from games.merchants.rules.cards import Mode, SuitLetter
from games.merchants.rules.state import EventType, Origin, Phase, RollFor, Stage


class EventView(Value):
    """The Event in force.

    `card` is None if the Event Zone is empty (the type still holds). `value` is 0 if the Event has
    none. `hit` are the seats its Player Effect hit: they are barred from something (see the player)
    or lost a card. `me` is true if the viewer is among them. `extra` is the number of additional
    Actions for everybody. `prices` are three numbers: a Commodity in a Stock from the first value
    to the second costs the third more (less if negative); None if all cost what is printed.
    `commit` is the lowest and the highest printed value that may be committed, None if any may.
    `guild_for_sale` is true if the Guild in the zone may be bought.
    """

    type: EventType
    card: str | None
    value: int
    hit: tuple[int, ...]
    me: bool
    extra: int
    prices: tuple[int, int, int] | None
    commit: tuple[int, int] | None
    guild_for_sale: bool


class EmblemView(Value):
    """An Emblem in Front. `bonus` is its Buying Bonus."""

    card: str
    suit: str
    bonus: int


class PlayerView(Value):
    """A player at the table.

    `hand` is the number of cards in the hand. `shields` and `permissions` count the Emblems with
    that Vantage. `king` is None while it is hidden or gone (`has_king` tells which); your own is in
    `MineView`. `cards` is the hand, None until everybody may see it at the end. `out` is true once
    the player is eliminated.
    """

    seat: int
    bot: bool
    dealer: bool
    active: bool
    out: bool
    hand: int
    front: tuple[EmblemView, ...]
    shields: int
    permissions: int
    no_seizing: bool
    no_playing: bool
    no_visiting: bool
    has_king: bool
    king: str | None = None
    cards: tuple[str, ...] | None = None


class GoodView(Value):
    """A Commodity in a Stock: the number printed on it, and its price in this round."""

    card: str
    value: int
    price: int


class StockView(Value):
    """A Stock, by rising value.

    `primary` and `secondary` are the suits that buy here.
    """

    suit: SuitLetter
    goods: tuple[GoodView, ...]
    primary: SuitLetter
    secondary: SuitLetter


class BlackMarketView(Value):
    """A Black Market. Only the number of its cards is known (rules 14)."""

    number: int
    count: int


class OfferView(Value):
    """Cards the viewer may declare together, and cards of the hand to commit to them.

    `prices[i]` belongs to `cards[i]`. The value of a Declaration is the sum of the chosen prices,
    minus `bonus`, minus the printed values committed; it must not exceed `limit`. `owner` is the
    owner of an Emblem.
    """

    origin: Origin
    suit: SuitLetter
    cards: tuple[str, ...]
    prices: tuple[int, ...]
    bonus: int
    commit: tuple[str, ...]
    limit: int = 12
    owner: int | None = None


class MarketsView(Value):
    """The Marketplace. `offers` is empty unless the viewer is asked `market`."""

    stocks: tuple[StockView, ...]
    black: tuple[BlackMarketView, ...]
    offers: tuple[OfferView, ...]


class BidView(Value):
    """A revealed bid and its total."""

    seat: int
    cards: tuple[str, ...]
    total: int


class PurchaseView(Value):
    """The Declaration on the table. `value` is the current target of its roll.

    `value` = `base` - `bonus` - `primary` + max(0, `counter` - `secondary`), with the sums of these
    cards. `primary` and `secondary` are committed by the Active Player, `counter` by the Seizer.
    `bids` has all bids while the first decision after their reveal is open. `duelist` is the seat
    whose answer in a duel is due. `gain` is the chance, in thousandths, that the buyer would get
    the goods if the dice were rolled now.
    """

    buyer: int
    origin: Origin
    suit: SuitLetter
    cards: tuple[str, ...]
    base: int
    bonus: int
    owner: int | None
    primary: tuple[str, ...]
    secondary: tuple[str, ...]
    seizer: int | None
    counter: tuple[str, ...]
    duelist: int | None
    bids: tuple[BidView, ...]
    value: int
    gain: int
    primary_suit: SuitLetter
    secondary_suit: SuitLetter


class RollView(Value):
    """The last roll of the match.

    `open` is true while its doublet may be rolled again. `number` counts the rolls: a new number
    means new dice. `chance` is the chance of success of such a roll, in thousandths.
    """

    what: RollFor
    seat: int
    target: int
    dice: tuple[int, int]
    success: bool
    number: int
    chance: int
    open: bool


class PlayedView(Value):
    """A card that was played, in one of its modes."""

    card: str
    mode: Mode
    seat: int


class StackView(Value):
    """The Stack, bottom first.

    `queue` are the seats still to be asked, next first, without those that are skipped. `closed` is
    true once nothing more can be played and the Stack resolves. `resolving` is the card whose
    effect is being applied; it has left the Stack.
    """

    cards: tuple[PlayedView, ...]
    queue: tuple[int, ...]
    closed: bool
    resolving: PlayedView | None


class PilesView(Value):
    """The sizes of the piles. `discard_top` is the open card of the Discard Pile."""

    deck: int
    discard: int
    discard_top: str | None
    nest: int
    exile: int


class MineView(Value):
    """Everything only this seat knows. `hand` is in order of suit and rank.

    `usable` are the cards of the hand that could be part of this answer (for `market`: committed or
    played). `answer` is your own sealed answer while others still owe theirs: None if not given,
    empty for a pass. `found` is the Black Market you search as Customs Clerk. `worth[card]` is the
    worth of each card of the hand to this player (rules 15).
    """

    king: str
    hand: tuple[str, ...]
    usable: tuple[str, ...]
    answer: tuple[str, ...] | None
    found: tuple[str, ...]
    worth: dict[str, int]


class ScoreLine(Value):
    """A suit in the score (rules 11.2).

    `sum`, doubled for the King, + `guild` = `points`. `guild` is 2 for each other Commodity of the
    suit if the player has its Guild, else 0.
    """

    suit: SuitLetter
    cards: tuple[str, ...]
    sum: int
    doubled: bool
    guild: int
    points: int


class ScoreView(Value):
    """The Victory Points of one seat: a line for each of its suits, then the eggs."""

    seat: int
    king: str
    lines: tuple[ScoreLine, ...]
    eggs: int
    egg_points: int
    total: int


class OpenedView(Value):
    """Cards revealed at the end, besides hands and Kings.

    `deck` is in no particular order. `kings` are the exiled Kings.
    """

    deck: tuple[str, ...]
    discard: tuple[str, ...]
    nest: tuple[str, ...]
    black: tuple[tuple[str, ...], ...]
    exile: tuple[str, ...]
    kings: tuple[str, ...]


class MerchantsView(View):
    """A match as one seat, or a spectator, may see it.

    `phase` is the kind of decision, or "over". `stage` is a Turn or the Power Phase. `seconds` is
    the time the rules give for the decision. `parallel` is true if several seats may owe sealed
    answers; `awaited` is then empty for all viewers. `own` is None for spectators. `scores` is
    empty unless points were counted. `budget` is the number of Actions and Minor Actions left to
    the Active Player. `odds` are the chances of success, in thousandths, for the targets 3 to 12; a
    target below or above has the chance of the nearest one.
    """

    phase: Annotated[str, Meta(extra_json_schema={"enum": [one.value for one in Phase]})]
    mode: options.Mode
    stage: Stage
    round: int
    seconds: int
    parallel: bool
    dealer: int
    active: int
    budget: tuple[int, int]
    event: EventView | None
    players: tuple[PlayerView, ...]
    markets: MarketsView
    piles: PilesView
    purchase: PurchaseView | None
    roll: RollView | None
    stack: StackView | None
    own: MineView | None
    odds: tuple[int, ...]
    scores: tuple[ScoreView, ...] = ()
    opened: OpenedView | None = None
    outcome: Outcome | None = None
