"""Hints for a first game: the next step and its reason, from the player's view."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext_lazy

from chat.core.translation import gettext as _
from games.engine.dealer import Seeded
from games.merchants.bots.house_bot import house
from games.merchants.page import card_faces
from games.merchants.page.typed_view import percent, view_of
from games.merchants.rules import cards
from games.merchants.rules.view import MerchantsView
from games.page.presentation import Goal, Guide, who
from games.page.snapshot import MatchSnapshot

_AIM = gettext_lazy("Have the most valuable hand when the deck runs out.")
_GUILD = (
    gettext_lazy("Guild"),
    gettext_lazy(
        "A good worth 10. At the end it adds 2 points for each of your other goods of its suit."
    ),
)
_EVENT = (
    gettext_lazy("Event"),
    gettext_lazy("The card revealed as a round begins. It changes the rules of that round."),
)
_CRATE = (
    gettext_lazy("Crate"),
    gettext_lazy("A black market: roll 7 or more to draw a random card from it."),
)
_MINOR = (
    gettext_lazy("Minor action"),
    gettext_lazy(
        "A small extra: each turn has one, to open a crate. You can trade an action for it."
    ),
)
# The meanings of the words that are explained on the board.
TERMS = {"guild": _GUILD[1], "event": _EVENT[1], "crate": _CRATE[1], "minor": _MINOR[1]}

_FULL = Goal(
    _AIM,
    gettext_lazy(
        "Buy goods on the market with dice, seize what others buy, and play special cards."
    ),
    gettext_lazy("When the deck is empty, or immediately with a monopoly or four dragon eggs."),
    terms=(_GUILD, _EVENT, _CRATE, _MINOR),
)
_QUICK = Goal(
    _AIM,
    gettext_lazy("Buy goods on the market with dice, and seize what others buy."),
    gettext_lazy("When the deck is empty, or immediately with a monopoly: 2 to 9 of one suit."),
    terms=(_GUILD, _EVENT),
)


def goal(snapshot: MatchSnapshot) -> Goal:
    """Return the goal of the game, shorter for a quick start."""
    # A quick start has neither crates nor special cards.
    return _QUICK if view_of(snapshot, None).mode == "quick" else _FULL


def hint(snapshot: MatchSnapshot, seat: int) -> Guide | None:
    view = view_of(snapshot, seat)
    if view.phase == "over" or view.own is None:
        return None
    if view.mine and view.phase in _ASKED:
        return _ASKED[view.phase](snapshot, view)
    return _watching(snapshot, view)


def _market(snapshot: MatchSnapshot, view: MerchantsView) -> Guide:
    assert view.own is not None
    if not view.markets.offers:
        return _spent(view)
    king = card_faces.suit_name(view.own.king[0]) if view.own.king else ""
    if view.round == 1:
        text = _("Choose goods at one stall, best %(king)s, then cards from your hand to pay.")
        more = _(
            "Your King doubles its goods. The numbers of several goods add up. Each card that you "
            "pay lowers the number you must roll. The bar shows your chance before you declare."
        )
        return Guide(_("Your turn: declare goods"), text % {"king": king}, "buying", more)
    if not any(offer.commit for offer in view.markets.offers):
        text = _(
            "None of your cards pays at these stalls. Roll for small goods without paying, or "
            "end your turn."
        )
        return Guide(_("Nothing to pay with"), text, "buying")
    text = _("Pay just enough to make success likely: your cards are spent even if the roll fails.")
    more = _(
        "7 or more comes up in 62 of 100 rolls, 5 or more in 86. The next player can buy the "
        "cards that you have paid."
    )
    return Guide(_("How much to pay"), text, "dice", more)


def _spent(view: MerchantsView) -> Guide:
    if not any(choice.action == "visit" for choice in view.choices):
        return Guide(_("What is left"), _("There is nothing to buy now: end your turn."), "turn")
    text = _("There is nothing to buy now. Open a crate with a minor action, or end your turn.")
    return Guide(_("What is left"), text, "turn")


def _seize(snapshot: MatchSnapshot, view: MerchantsView) -> Guide:
    purchase, own = view.purchase, view.own
    assert purchase is not None
    assert own is not None
    facts = {
        "name": who(snapshot, purchase.buyer).name,
        "value": card_faces.number(purchase.value),
        "gain": percent(purchase.gain),
        "suit": card_faces.suit_name(purchase.primary_suit),
    }
    if not own.usable:
        text = _(
            "%(name)s needs %(value)s or more on two dice. Only %(suit)s could raise that number, "
            "and you have none: pass."
        )
        return Guide(_("You cannot seize this"), text % facts, "seize")
    text = _(
        "%(name)s needs %(value)s or more on two dice. Bid %(suit)s to raise that number: if the "
        "roll then fails, the goods are yours."
    )
    more = _(
        "That is a seizure. Bids are sealed, and only the highest is spent, whatever the dice "
        "show. The buyer may answer it with more cards. Bid if you want the goods more than the "
        "cards you pay; to pass costs nothing."
    )
    return Guide(_("Seize the goods, or pass"), text % facts, "seize", more)


def _duel(snapshot: MatchSnapshot, view: MerchantsView) -> Guide:
    assert view.purchase is not None
    names = {
        "primary": card_faces.suit_name(view.purchase.primary_suit),
        "secondary": card_faces.suit_name(view.purchase.secondary_suit),
    }
    if view.purchase.buyer == view.seat:
        text = _(
            "Somebody is seizing your goods. %(primary)s lowers the number you must roll, "
            "%(secondary)s strikes out the seizer's cards."
        )
        more = _("The first pass by either of you ends the duel, and you roll.")
        return Guide(_("Defend your purchase"), text % names, "seize", more)
    text = _(
        "Your bid was the highest. More %(primary)s raises the number again; if you pass, the "
        "buyer rolls."
    )
    more = _("The goods are yours if the roll fails.")
    return Guide(_("Raise again, or pass"), text % names, "seize", more)


def _reroll(snapshot: MatchSnapshot, view: MerchantsView) -> Guide:
    roll = view.roll
    if roll is not None and roll.success:
        text = _("Your doublet succeeds. Let it stand: rolling again could only lose it.")
    else:
        text = _("Your doublet fails, but doublets can be rolled again for free. Do it.")
    return Guide(_("A doublet"), text, "dice")


def _stack(snapshot: MatchSnapshot, view: MerchantsView) -> Guide:
    if view.stack is not None and view.stack.cards:
        text = _(
            "Respond only if it helps you. Cards resolve from the top down, so yours comes first."
        )
        more = _(
            "The High Justice can strike out a card, and an iron emblem played now still shields "
            "you."
        )
        return Guide(_("Somebody has played a card"), text, "stack", more)
    text = _("Powers cost no action here. Each can be used once and then leaves the game.")
    more = _("Played as an emblem, the same card lowers your prices permanently.")
    return Guide(_("Power phase"), text, "powers", more)


def _give(snapshot: MatchSnapshot, view: MerchantsView) -> Guide:
    text = _("Give away the card that scores least for you, not one your King doubles.")
    return Guide(_("Pay the toll"), text, "cards")


def _pick(snapshot: MatchSnapshot, view: MerchantsView) -> Guide:
    text = _("The card resolves now, and you choose what it does. It must do something if it can.")
    return Guide(_("Your card takes effect"), text, "stack")


_ASKED: dict[str, Callable[[MatchSnapshot, MerchantsView], Guide]] = {
    "market": _market,
    "seize": _seize,
    "duel": _duel,
    "reroll": _reroll,
    "callback_take": _pick,
    "stack": _stack,
    "give": _give,
    "pick_emblem": _pick,
    "pick_stack_card": _pick,
    "pick_black_market": _pick,
    "pick_black_market_card": _pick,
    "pick_stock": _pick,
    "cutpurse": _pick,
}


def _watching(snapshot: MatchSnapshot, view: MerchantsView) -> Guide | None:
    """Return a hint while others act; None after the first round."""
    assert view.own is not None
    if view.round > 1:
        return None
    if view.phase == "seize" and view.purchase is not None and view.purchase.buyer == view.seat:
        text = _("The others now seal their bids. If nobody seizes, you roll right away.")
        return Guide(_("Declared"), text, "seize")
    king = card_faces.suit_name(view.own.king[0]) if view.own.king else ""
    text = _("Everybody buys in turn. In your own hand %(king)s counts double.")
    more = _("Watch what the others want: goods you let them have score for them.")
    return Guide(_("Watch the market"), text % {"king": king}, "goal", more)


# --- The lesson: a purchase, then a seizure of somebody else's


_STEPS = 4


def lesson(snapshot: MatchSnapshot, seat: int) -> Guide | None:
    view = view_of(snapshot, seat)
    if view.phase == "over" or view.own is None:
        return None
    if view.round > 1:
        return _lesson_end(view)
    number, title, text = _lesson_step(snapshot, view)
    return Guide(title, text, step=number, steps=_STEPS)


def _lesson_step(snapshot: MatchSnapshot, view: MerchantsView) -> tuple[int, str, str]:
    purchase, roll = view.purchase, view.roll
    bought = purchase is not None and purchase.buyer == view.seat
    if view.mine and view.phase == "market":
        return 1, _("Buy what counts double"), _advised_purchase(view)
    if view.mine and view.phase == "seize" and purchase is not None:
        return 3, _("Seize what somebody buys"), _advised_bid(snapshot, view)
    if view.mine and view.phase in _ASKED:
        hint = _ASKED[view.phase](snapshot, view)
        return 2 if bought or view.phase == "reroll" else 3, hint.title, hint.text
    if bought:
        text = _(
            "The others may now bid in secret to raise your number. If nobody does, you roll at "
            "once."
        )
        return 2, _("Declared"), text
    if purchase is not None:
        text = _("When everybody has bid or passed, the bids are opened and the dice decide.")
        return 3, _("Now the dice decide"), text
    if roll is not None and roll.seat == view.seat:
        return 2, *_own_roll(view)
    return 1 if roll is None else 3, _("Wait for your turn"), _("Everybody buys in turn.")


def _advised_purchase(view: MerchantsView) -> str:
    assert view.own is not None
    king = card_faces.suit_name(view.own.king[0]) if view.own.king else ""
    raw = house(view, Seeded("lesson")) or {}
    if raw.get("action") != "buy":
        return _("At the end %(king)s counts double for you. End your turn now.") % {"king": king}
    offer = next(one for one in view.markets.offers if set(raw["cards"]) <= set(one.cards))
    prices = dict(zip(offer.cards, offer.prices, strict=True))
    paid = sum(map(cards.value, raw["commit"]))
    words = {
        "king": king,
        "goods": _listed(raw["cards"]),
        "payment": _listed(raw["commit"]),
        "value": card_faces.number(sum(prices[one] for one in raw["cards"]) - offer.bonus - paid),
    }
    if not raw["commit"]:
        text = _(
            "At the end %(king)s counts double for you. Choose %(goods)s and declare: with "
            "%(value)s or more on two dice it is yours."
        )
        return text % words
    text = _(
        "At the end %(king)s counts double for you. Choose %(goods)s and pay with %(payment)s: "
        "then %(value)s or more on two dice buys it. Declare."
    )
    return text % words


def _advised_bid(snapshot: MatchSnapshot, view: MerchantsView) -> str:
    assert view.purchase is not None
    raw = house(view, Seeded("lesson")) or {}
    bid = tuple(raw.get("cards", ()))
    words = {
        "name": who(snapshot, view.purchase.buyer).name,
        "goods": _listed(view.purchase.cards),
        "value": card_faces.number(view.purchase.value),
        "bid": _listed(bid),
        "raised": card_faces.number(view.purchase.value + sum(map(cards.value, bid))),
    }
    if not bid:
        text = _("%(name)s wants %(goods)s and needs %(value)s or more. Pass: it costs nothing.")
        return text % words
    text = _(
        "%(name)s wants %(goods)s and needs %(value)s or more on two dice. Bid %(bid)s and it "
        "becomes %(raised)s: if the dice then show less, %(goods)s is yours. The bid is spent in "
        "any case."
    )
    return text % words


def _own_roll(view: MerchantsView) -> tuple[str, str]:
    assert view.roll is not None
    words = {"sum": sum(view.roll.dice), "target": card_faces.number(view.roll.target)}
    if view.roll.success:
        text = _(
            "You rolled %(sum)s and needed %(target)s: the goods are in your hand, and your "
            "points have grown. Now the others buy."
        )
        return _("Bought"), text % words
    text = _(
        "You rolled %(sum)s and needed %(target)s: the goods stay at the stall. Now the others buy."
    )
    return _("Not this time"), text % words


def _listed(found: Sequence[str]) -> str:
    return get_text_list([card_faces.card_name(card) for card in found], _("and"))


def _lesson_end(view: MerchantsView) -> Guide:
    text = _(
        "Buy with dice, and seize what others buy: the rest are finer points. When the deck is "
        "empty, the most valuable hand wins. The full game adds events, crates and characters."
    )
    title = _("Now you know the market")
    return Guide(title, text, step=_STEPS, steps=_STEPS, over=True)
