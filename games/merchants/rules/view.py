"""What a viewer is shown (rules 14), as types: enough to draw the page without knowing a rule.

Cards are ids (`cards.py`); names, values and suits of them are there too. Chances are thousandths.

Decisions and their choices. Every choice carries `given={"decision": id}` beside what stands here;
`cards` and such are the names of its `Pick` fields.

* `market`: one `buy` for each entry of `MarketsView.offers`, in the same order (`cards`, `commit`;
  its `Bound` keeps the Declaration at 12 or less), one `play` for each mode (given `mode`; single
  `card`), `callback` (single `card`), `substitute`, `visit` (single `market`, a number in text),
  `do_nothing`, `end_turn`.
* `seize`: `bid` (`cards`), `pass`. `duel`: `commit` (`cards`), `pass`.
* `reroll`: `reroll`, `keep`. `callback_take`: `take_back`, `leave_there`.
* `stack`: `go` (`cards`, ordered, each with a mode of its own: "SJ:power"), `pass`.
* `pick_emblem`, `pick_stack_card`, `pick_black_market_card`: single `card`. `pick_black_market`:
  single `market`. `pick_stock`: single `suit`. `give`: single `card`.
* `cutpurse`: `steal` (single `target`, a seat in text), `slip` (single `target`, single `card`).
"""

from __future__ import annotations

from games.engine.base import Outcome, Value, View
from games.merchants.rules.cards import Mode
from games.merchants.rules.state import EventType, Origin, RollFor, Stage


class EventView(Value):
    """The Event in force. `card`: None when the Event Zone is empty (the type still holds).

    `value` 0: has none. `hit`: the seats its Player Effect has hit; of them some may be barred (see
    the player) or have lost a card. `me`: whether the viewer is among them. `extra`: Actions that
    everybody has more. Prices: a Commodity in a Stock from `dear[0]` to `dear[1]` costs `dear[2]`
    more (or less); None: as printed. `commit`: least and most printed value that may be committed.
    `guild_for_sale`: whether the Guild in the zone may be bought.
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
    """An Emblem in Front. `bonus`: its Buying Bonus."""

    card: str
    suit: str
    bonus: int


class PlayerView(Value):
    """One at the table. `hand`: how many cards. `shields`, `permissions`: Emblems of that Vantage.

    `king`: None while it is hidden or gone (`has_king` tells which); one's own is in `MineView`.
    `cards`: the hand, None unless everybody may see it (at the end). `out`: eliminated.
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
    """A Commodity in a Stock: the number on it, and what it costs in this round."""

    card: str
    value: int
    price: int


class StockView(Value):
    """One of the four Stocks, by rising value. `primary`, `secondary`: what buys here."""

    suit: str
    goods: tuple[GoodView, ...]
    primary: str
    secondary: str


class BlackMarketView(Value):
    """How many cards are in it; which, nobody knows (rules 14)."""

    number: int
    count: int


class OfferView(Value):
    """What the viewer may declare, and what of the hand may be committed to it.

    `prices[i]` belongs to `cards[i]`. The value is the sum of prices chosen, less `bonus`, less the
    printed values committed; it must be `limit` or less. `owner`: of an Emblem.
    """

    origin: Origin
    suit: str
    cards: tuple[str, ...]
    prices: tuple[int, ...]
    bonus: int
    commit: tuple[str, ...]
    limit: int = 12
    owner: int | None = None


class MarketsView(Value):
    """The Marketplace. `offers`: empty unless the viewer is asked `market`."""

    stocks: tuple[StockView, ...]
    black: tuple[BlackMarketView, ...]
    offers: tuple[OfferView, ...]


class BidView(Value):
    """A bid that was turned up, and what it comes to."""

    seat: int
    cards: tuple[str, ...]
    total: int


class PurchaseView(Value):
    """The Declaration on the table. `value`: what is rolled against as it stands.

    value = base - bonus - primary + max(0, counter - secondary), each the sum of its cards.
    `primary`, `secondary`: the Active Player's; `counter`: the Seizer's. `bids`: all of them, while
    the first question after they were turned up is open. `duelist`: whose answer is due in a duel.
    `gain`: per mille that the buyer gets the goods, if it were rolled now.
    """

    buyer: int
    origin: Origin
    suit: str
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
    primary_suit: str
    secondary_suit: str


class RollView(Value):
    """The last roll of the match. `open`: its doublet may be rolled anew now. `number` counts the
    rolls: when it changes, dice have rolled. `chance`: per mille that such a roll succeeds."""

    what: RollFor
    seat: int
    target: int
    dice: tuple[int, int]
    success: bool
    number: int
    chance: int
    open: bool


class PlayedView(Value):
    """A card played. `name`: of the character, or "" of a Guild."""

    card: str
    mode: Mode
    seat: int


class StackView(Value):
    """The Stack, bottom first. `queue`: who is still to be asked, the next first, without those who
    are skipped. `closed`: nothing more can be played, it resolves. `resolving`: the card whose
    effect is being carried out; it lies on the Stack no more."""

    cards: tuple[PlayedView, ...]
    queue: tuple[int, ...]
    closed: bool
    resolving: PlayedView | None


class PilesView(Value):
    """Sizes. `discard_top`: the one card of the Discard Pile that is open."""

    deck: int
    discard: int
    discard_top: str | None
    nest: int
    exile: int


class MineView(Value):
    """What only this seat knows. `hand` in order of suit and rank.

    `usable`: cards of the hand that could be used in this answer (for `market`: committed to
    something or played). `answer`: one's own sealed answer, while others still owe theirs; None:
    not given (an empty one is a pass). `found`: the Black Market that one looks through as Customs
    Clerk. `worth[card]`: what each card of the hand is worth to this player (rules 15).
    """

    king: str
    hand: tuple[str, ...]
    usable: tuple[str, ...]
    answer: tuple[str, ...] | None
    found: tuple[str, ...]
    worth: dict[str, int]


class ScoreLine(Value):
    """One suit in the reckoning of rules 11.2: (sum, doubled for the King) + `guild` = `points`.

    `guild`: 2 for each other Commodity of the suit, where its own Guild is there; else 0.
    """

    suit: str
    cards: tuple[str, ...]
    sum: int
    doubled: bool
    guild: int
    points: int


class ScoreView(Value):
    """The Victory Points of one seat: lines in the order of suits with cards, then the eggs."""

    seat: int
    king: str
    lines: tuple[ScoreLine, ...]
    eggs: int
    egg_points: int
    total: int


class OpenedView(Value):
    """What the end turns up beside hands and Kings. `deck` in no order. `kings`: exiled ones."""

    deck: tuple[str, ...]
    discard: tuple[str, ...]
    nest: tuple[str, ...]
    black: tuple[tuple[str, ...], ...]
    exile: tuple[str, ...]
    kings: tuple[str, ...]


class MerchantsView(View):
    """What one seat, or a spectator, may see.

    `phase`: the kind of decision, or "over". `stage`: a Turn or the Power Phase. `seconds`: the
    time of the decision by the rules. `parallel`: sealed answers of one or several seats, `awaited`
    is then empty for all. `own`: None for spectators. `scores`: only when points were counted.
    `budget`: (Actions, Minor Actions) left to the Active Player. `odds`: thousandths of success
    for the targets 3 to 12 (`rolls.LEAST`, `rolls.MOST`); a target beyond them is as good as these.
    """

    mode: str
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
