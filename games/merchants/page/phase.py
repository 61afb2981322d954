"""The line above the board, and the line of each player."""

from __future__ import annotations

from collections.abc import Callable

from chat.core.translation import gettext as _, ngettext
from games.merchants.page import card_faces
from games.merchants.page.result import end_line
from games.merchants.page.typed_view import named, percent, player_in, view_of
from games.merchants.rules.view import MerchantsView, PlayerView
from games.page.presentation import PlayerLine, who
from games.page.snapshot import MatchSnapshot


def sentence(snapshot: MatchSnapshot, seat: int | None) -> str:
    view = view_of(snapshot, seat)
    if view.phase == "over":
        return end_line(snapshot, view)
    me = player_in(view, seat)
    if me is not None and me.out:
        return " ".join([_("The dragon drove you out of the game."), _others(snapshot, view)])
    return _mine(snapshot, view) if view.mine else _others(snapshot, view)


def _mine(snapshot: MatchSnapshot, view: MerchantsView) -> str:
    """Return the question this viewer is asked."""
    return _ASKED[view.phase](snapshot, view)


def _market(snapshot: MatchSnapshot, view: MerchantsView) -> str:
    actions, minor = view.budget
    left = ngettext("%(n)d action", "%(n)d actions", actions) % {"n": actions}
    if view.mode == "quick":
        return _("Your turn: buy, or end your turn.")
    small = ngettext("%(n)d minor action", "%(n)d minor actions", minor) % {"n": minor}
    return _("Your turn: %(actions)s and %(minor)s left.") % {"actions": left, "minor": small}


def _goods(view: MerchantsView) -> str:
    assert view.purchase is not None
    return ", ".join(card_faces.card_name(card) for card in view.purchase.cards)


def _seize(snapshot: MatchSnapshot, view: MerchantsView) -> str:
    assert view.purchase is not None
    text = _("%(name)s needs %(value)s (%(gain)d%%) for %(goods)s. Seize the goods?")
    return text % {
        "name": who(snapshot, view.purchase.buyer).name,
        "goods": _goods(view),
        "value": card_faces.number(view.purchase.value),
        "gain": percent(view.purchase.gain),
    }


def _duel(snapshot: MatchSnapshot, view: MerchantsView) -> str:
    assert view.purchase is not None
    value = {"value": card_faces.number(view.purchase.value)}
    if view.purchase.buyer == view.seat:
        return _("Duel: lower the %(value)s, or pass and roll.") % value
    return _("Duel: raise the %(value)s, or pass and let it be rolled.") % value


def _stack(snapshot: MatchSnapshot, view: MerchantsView) -> str:
    if view.stack is not None and view.stack.cards:
        return _("Respond to the stack with your own cards, or pass.")
    return _("Power phase: play cards, or pass.")


def _reroll(_snapshot: MatchSnapshot, view: MerchantsView) -> str:
    if view.roll is not None and view.roll.success:
        return _("Your doublet succeeds: let it stand, or roll again?")
    return _("A doublet: roll again, or let it stand?")


_ASKED: dict[str, Callable[[MatchSnapshot, MerchantsView], str]] = {
    "market": _market,
    "seize": _seize,
    "duel": _duel,
    "reroll": _reroll,
    "callback_take": lambda _snapshot, _view: _("Success: take your emblem back?"),
    "stack": _stack,
    "pick_emblem": lambda _snapshot, _view: _("Royal Herald: choose the emblem to return."),
    "pick_stack_card": lambda _snapshot, _view: _("High Justice: choose the card to strike out."),
    "pick_black_market": lambda _snapshot, _view: _("Customs Clerk: choose the crate to search."),
    "pick_black_market_card": lambda _snapshot, _view: _("Customs Clerk: take one of these cards."),
    "give": lambda _snapshot, _view: _("Toll Collector: choose a card to give."),
    "pick_stock": lambda _snapshot, _view: _("Harbour Magnate: choose the stall to empty."),
    "cutpurse": lambda _snapshot, _view: _("Cutpurse: steal a card, or slip one into a hand."),
}


def _others(snapshot: MatchSnapshot, view: MerchantsView) -> str:
    """Return a description of the decision that others owe."""
    if view.phase == "seize":
        return _sealed(snapshot, view)
    if view.phase == "give":
        return _("Toll Collector: the others choose cards to give.")
    name = {"name": named(snapshot, view.awaited)}
    match view.phase:
        case "market":
            return _("It is %(name)s's turn.") % name
        case "duel":
            return _("Duel: %(name)s to respond.") % name
        case "reroll":
            return _("%(name)s rolled a doublet and may roll again.") % name
        case "stack":
            return _("%(name)s may play onto the stack.") % name
        case "callback_take":
            return _("%(name)s may take an emblem back.") % name
        case _:
            return _("%(name)s chooses.") % name


def _sealed(snapshot: MatchSnapshot, view: MerchantsView) -> str:
    assert view.purchase is not None
    if view.own is not None and view.own.answer is not None:
        return _("Your bid is sealed. Bids are opened when everybody has answered.")
    if view.purchase.buyer == view.seat:
        return _("You declared %(goods)s. The others may seize.") % {"goods": _goods(view)}
    text = _("%(name)s declared %(goods)s. Bids are being sealed.")
    return text % {"name": who(snapshot, view.purchase.buyer).name, "goods": _goods(view)}


# --- Lines of the players


def lines(snapshot: MatchSnapshot, seat: int | None) -> list[PlayerLine]:
    """Return the line of each player; points are shown only at the end."""
    view = view_of(snapshot, seat)
    # Until then hands are private, and so are the points in them.
    totals = {score.seat: str(score.total) for score in view.scores}
    return [
        PlayerLine(
            index=player.seat,
            score=totals.get(player.seat, ""),
            status=_status(view, player),
            awaited=player.seat in view.awaited,
        )
        for player in view.players
    ]


def _status(view: MerchantsView, player: PlayerView) -> str:
    if player.out:
        return _("out of the game")
    if view.phase == "over":
        return ""
    parts = [ngettext("%(n)d card", "%(n)d cards", player.hand) % {"n": player.hand}]
    if player.dealer:
        parts.append(_("dealer"))
    if player.seat in view.awaited:
        parts.append(_("to act"))
    elif player.active and view.stage == "turn":
        parts.append(_("playing"))
    return " · ".join(parts)
