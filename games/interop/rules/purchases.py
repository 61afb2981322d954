"""Purchases: buying, drawing, keeping, adopting and licensing (rules 6)."""

from __future__ import annotations

from typing import cast, get_args

from msgspec.structs import replace

from games.interop.rules import decks, deployment, events
from games.interop.rules.actions import Adopt, Buy, Draw, Keep, Relicense, asked, need, refuse
from games.interop.rules.box import CARDS, DRAWN, FEE_LEAST, FEE_MOST
from games.interop.rules.cards import Card
from games.interop.rules.options import Turn
from games.interop.rules.state import (
    Drawn,
    Licence,
    LicenceKind,
    Player,
    State,
    did,
    licence_of,
    put_pile,
    put_player,
)

# --- Licences (rules 6.6, 6.7)


KINDS: tuple[LicenceKind, ...] = get_args(LicenceKind)  # the least restrictive first


def decided(licence: str | None, fee: int | None) -> tuple[LicenceKind, int]:
    """Return the licence as stored, with its fee or 0.

    Raise `IllegalAction` with `bad_licence` or `bad_fee` if it is not valid.
    """
    need(licence in KINDS, "bad_licence")
    if licence == "rand":
        need(fee is not None and FEE_LEAST <= fee <= FEE_MOST, "bad_fee")
    else:
        need(fee is None, "bad_fee")
    return cast(LicenceKind, licence), fee or 0


def none_given(licence: str | None, fee: int | None) -> None:
    """Raise `IllegalAction` with `bad_licence` if a licence or a fee is given."""
    need(licence is None and fee is None, "bad_licence")


def deploy(
    state: State, protocol: str, seat: int, licence: tuple[LicenceKind, int]
) -> tuple[State, Licence]:
    """Record the first deployment of a protocol; return the state and its licence."""
    kind, fee = licence
    # The player who has the card remains the deployer for good.
    set_now = Licence(protocol=protocol, deployer=seat, licence=kind, fee=fee, since=state.round)
    return replace(state, licences=(*state.licences, set_now)), set_now


def less_restrictive(licence: Licence) -> tuple[LicenceKind, ...]:
    """Return the licences this one can be relaxed to, least restrictive first."""
    return KINDS[: KINDS.index(licence.licence)]


def relax_code(state: State, licence: Licence) -> str:
    """Return the refusal code of relaxing a licence in this round, or ""."""
    if not less_restrictive(licence):
        return "not_less_restrictive"
    return "too_soon" if licence.since == state.round else ""


def relicense(turn: Turn, state: State, seat: int | None, action: Relicense) -> State:
    """Make a licence less restrictive (rules 6.7).

    Refusals in this order: the general ones (rules 15), `not_available`, `not_deployer`,
    `bad_licence`, `bad_fee`, `not_less_restrictive`, `too_soon`.
    """
    player = asked(state, seat, action, "invest")
    licence = licence_of(state, action.protocol)
    if licence is None:
        raise refuse("not_available")
    need(licence.deployer == player.seat, "not_deployer")
    kind, fee = decided(action.licence, action.fee)
    need(kind in less_restrictive(licence), "not_less_restrictive")
    need(licence.since != state.round, "too_soon")
    changed = replace(licence, licence=kind, fee=fee, since=state.round)
    turn.tell(events.relicensed(player.seat, changed))
    licences = tuple(changed if one is licence else one for one in state.licences)
    return did(replace(state, licences=licences), "relicense", licence.protocol)


def purchase_code(player: Player, card: Card, licence: Licence | None = None) -> str:
    """Return the first of conditions 3 to 6 of rules 6.2 that fails, or "".

    The codes are `already_owned`, `missing_feature`, `licence_closed` and `no_funds`. `licence` is
    that of a protocol to adopt.
    """
    if deployment.owns(player, card):
        return "already_owned"
    if deployment.missing(player.protocols, card):
        return "missing_feature"
    if licence is not None and licence.licence == "closed":
        return "licence_closed"
    return "no_funds" if player.money < price(card, licence) else ""


def price(card: Card, licence: Licence | None = None) -> int:
    """Return the cost of a card, plus the RAND fee of a protocol to adopt."""
    return card.cost + (licence.fee if licence is not None else 0)


def buy(turn: Turn, state: State, seat: int | None, action: Buy) -> State:
    """Buy a face-up card (rules 6.3).

    Refusals in this order: the general ones (rules 15), `not_available`, `deck_used`, those of
    `purchase_code`, `bad_licence`, `bad_fee`.
    """
    player = asked(state, seat, action, "invest")
    pile = next((pile for pile in state.piles if action.card in pile.row), None)
    if pile is None:
        raise refuse("not_available")
    need(pile.deck not in state.used, "deck_used")
    card = CARDS[action.card]
    licence = _checked(player, card, action.licence, action.fee)
    state = put_pile(state, decks.replaced(turn.chance, pile, card.id))
    state = did(replace(state, used=(*state.used, pile.deck)), "buy", card.id)
    return _bought(turn, state, player, card, licence, kept=False)


def draw(turn: Turn, state: State, seat: int | None, action: Draw) -> State:
    """Draw two cards face down, or one if the deck has only one (rules 6.4).

    Refusals in this order: the general ones (rules 15), `not_available`, `deck_used`, `deck_empty`.
    """
    player = asked(state, seat, action, "invest")
    pile = next((pile for pile in state.piles if pile.deck == action.deck), None)
    if pile is None:
        raise refuse("not_available")
    need(pile.deck not in state.used, "deck_used")
    need(bool(pile.layers), "deck_empty")
    pile, cards = decks.take(turn.chance, pile, DRAWN)
    drawn = Drawn(deck=pile.deck, cards=cards)
    turn.tell(events.drew(player.seat, drawn))
    turn.tell(events.drew_cards(player.seat, drawn))
    state = replace(put_pile(state, pile), used=(*state.used, pile.deck), drawn=drawn)
    return did(state, "draw", pile.deck)


def keep(turn: Turn, state: State, seat: int | None, action: Keep) -> State:
    """Buy one of the drawn cards, or none (rules 6.4).

    Refusals in this order: the general ones (rules 15), `not_available`, those of `purchase_code`,
    `bad_licence`, `bad_fee`.
    """
    player = asked(state, seat, action, "keep")
    assert state.drawn is not None
    if action.card is None:
        none_given(action.licence, action.fee)
        turn.tell(events.discarded(player.seat, state.drawn))
        return _discarded(state, state.drawn.cards)
    need(action.card in state.drawn.cards, "not_available")
    card = CARDS[action.card]
    licence = _checked(player, card, action.licence, action.fee)
    state = _discarded(state, decks.less(state.drawn.cards, (card.id,)))
    state = did(state, "keep", card.id)
    return _bought(turn, state, player, card, licence, kept=True)


def adopt(turn: Turn, state: State, seat: int | None, action: Adopt) -> State:
    """Adopt a protocol that another player deployed (rules 6.5).

    Refusals in this order: the general ones (rules 15), `not_available`, those of `purchase_code`,
    `bad_licence`.
    """
    player = asked(state, seat, action, "invest")
    licence = licence_of(state, action.protocol)
    if licence is None:
        raise refuse("not_available")
    card = CARDS[action.protocol]
    code = purchase_code(player, card, licence)
    need(not code, code)
    none_given(action.licence, action.fee)
    turn.tell(events.adopted(player.seat, card.cost, licence))
    state = put_player(state, deployment.with_card(_paid(player, card.cost), card))
    return did(_fee_moved(state, player.seat, licence), "adopt", card.id)


def _fee_moved(state: State, seat: int, licence: Licence) -> State:
    """Pay the fee to the deployer at once; it is 0 under an open licence."""
    payer, owner = state.players[seat], state.players[licence.deployer]
    paid = replace(payer.account, fees_paid=payer.account.fees_paid + licence.fee)
    got = replace(owner.account, fees_got=owner.account.fees_got + licence.fee)
    state = put_player(state, replace(payer, money=payer.money - licence.fee, account=paid))
    return put_player(state, replace(owner, money=owner.money + licence.fee, account=got))


def _paid(player: Player, cost: int) -> Player:
    account = replace(player.account, spent=player.account.spent + cost)
    return replace(player, money=player.money - cost, account=account)


def _discarded(state: State, cards: tuple[str, ...]) -> State:
    """Put drawn cards that were not bought face down beside their deck."""
    assert state.drawn is not None
    pile = state.pile(state.drawn.deck)
    discards = decks.canonical((*pile.discards, *cards))
    return put_pile(replace(state, drawn=None), replace(pile, discards=discards))


def _checked(
    player: Player, card: Card, licence: str | None, fee: int | None
) -> tuple[LicenceKind, int] | None:
    """Check conditions 3 to 7 for a card of a deck; return the licence of a protocol."""
    code = purchase_code(player, card)
    need(not code, code)
    if card.kind == "protocol":
        return decided(licence, fee)
    none_given(licence, fee)
    return None


def _bought(
    turn: Turn,
    state: State,
    player: Player,
    card: Card,
    licence: tuple[LicenceKind, int] | None,
    *,
    kept: bool,
) -> State:
    state = put_player(state, deployment.with_card(_paid(player, card.cost), card))
    if licence is None:
        turn.tell(events.bought(player.seat, card.id, card.cost, kept=kept))
        return state
    state, now = deploy(state, card.id, player.seat, licence)
    turn.tell(events.deployed(player.seat, card.cost, now, kept=kept))
    return state
