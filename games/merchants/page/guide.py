"""Hints for a first game: the next step and its reason, from the player's view."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext_lazy

from chat.core.translation import gettext as _
from games.merchants.page import card_faces
from games.merchants.page.typed_view import percent, view_of
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
# The meanings of the words that are explained on the board.
TERMS = {"guild": _GUILD[1], "event": _EVENT[1], "crate": _CRATE[1]}

_FULL = Goal(
    _AIM,
    gettext_lazy(
        "Buy goods on the market with dice, seize what others buy, and play special cards."
    ),
    gettext_lazy("When the deck is empty, or immediately with a monopoly or four dragon eggs."),
    terms=(_GUILD, _EVENT, _CRATE),
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
        text = _(
            "Choose goods at one stall; the numbers of several add up. Then choose "
            "cards from your hand to pay: each lowers the number you must roll. Your "
            "King doubles %(king)s, so look at that stall first. The bar shows your "
            "chance before you declare."
        )
        return Guide(_("Your turn: declare goods"), text % {"king": king}, "buying")
    if not any(offer.commit for offer in view.markets.offers):
        text = _(
            "You have no cards that pay at these stalls. Roll for small goods without"
            " paying, or end your turn and keep your cards."
        )
        return Guide(_("Nothing to pay with"), text, "buying")
    text = _(
        "Committed cards are spent even if the roll fails, and the next player can "
        "buy them. Pay just enough to make success likely: 7 or more comes up in 62 "
        "of 100 rolls, 5 or more in 86."
    )
    return Guide(_("How much to pay"), text, "dice")


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
            "%(name)s has a %(gain)d%% chance. To stop it you would need %(suit)s; "
            "you have none you can play, so you pass."
        )
        return Guide(_("You cannot seize this"), text % facts, "seize")
    text = _(
        "%(name)s must roll %(value)s. A bid of %(suit)s raises that by its number: "
        "if the roll then fails, you get the goods. Bids are sealed, and only the "
        "highest is spent. Bid if you want the goods more than the cards you pay."
    )
    return Guide(_("Seize the goods, or pass"), text % facts, "seize")


def _duel(snapshot: MatchSnapshot, view: MerchantsView) -> Guide:
    assert view.purchase is not None
    names = {
        "primary": card_faces.suit_name(view.purchase.primary_suit),
        "secondary": card_faces.suit_name(view.purchase.secondary_suit),
    }
    if view.purchase.buyer == view.seat:
        text = _(
            "Somebody is seizing your goods. %(primary)s lowers the number you must "
            "roll; %(secondary)s strikes out the seizer's cards. The first pass by "
            "either of you ends the duel, and you roll."
        )
        return Guide(_("Defend your purchase"), text % names, "seize")
    text = _(
        "Your bid was the highest. %(primary)s raises the number again; if you pass, "
        "the buyer rolls against the current number, and a failure gives you the "
        "goods."
    )
    return Guide(_("Raise again, or roll"), text % names, "seize")


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
            "Cards resolve from the top down. Respond only if it helps you: the High "
            "Justice can strike out a card, and an iron emblem played now still "
            "shields you."
        )
        return Guide(_("Somebody has played a card"), text, "stack")
    text = _(
        "Powers cost no action here. Each can be used once and then leaves the game; "
        "played as an emblem, the same card lowers your prices permanently."
    )
    return Guide(_("Power phase"), text, "powers")


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
    text = _(
        "Everybody buys in turn, starting with the dealer. Watch what the others "
        "want: goods you let them have score for them. In your own hand %(king)s "
        "counts double."
    )
    return Guide(_("Watch the market"), text % {"king": king}, "goal")
