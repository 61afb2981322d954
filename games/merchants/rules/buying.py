"""A purchase, from its Declaration to the settlement (rules 7)."""

from __future__ import annotations

from msgspec.structs import replace

from games.merchants.rules import cards, event_phase, rolls
from games.merchants.rules.draft import Draft
from games.merchants.rules.market import Offer
from games.merchants.rules.state import Answer, Phase, Purchase


def value_of(purchase: Purchase) -> int:
    """Return the current value of a Declaration: the target of its roll (7.5)."""
    contest = max(0, cards.total(purchase.counter) - cards.total(purchase.secondary))
    return purchase.base - purchase.bonus - cards.total(purchase.primary) + contest


def declare(draft: Draft, offer: Offer, chosen: tuple[str, ...], commit: tuple[str, ...]) -> None:
    """Set the declared cards aside and ask who seizes (7.2, 7.3)."""
    prices = dict(zip(offer.cards, offer.prices, strict=True))
    purchase = Purchase(
        origin=offer.origin,
        suit=offer.suit,
        cards=cards.in_order(chosen),
        base=sum(prices[card] for card in chosen),
        bonus=offer.bonus,
        owner=offer.owner,
        primary=cards.in_order(commit),
    )
    draft.actions -= 1
    _set_aside(draft, purchase)
    draft.purchase = purchase
    draft.tell(
        "declared", seat=draft.active, cards=purchase.cards, commit=purchase.primary,
        suit=purchase.suit, origin=purchase.origin, owner=purchase.owner,
        value=value_of(purchase),
    )  # fmt: skip
    seats = [seat for seat in draft.others(draft.active) if _may_seize(draft, seat)]
    if seats:
        draft.ask(Phase.SEIZE, *seats)
    else:
        roll(draft)


def _set_aside(draft: Draft, purchase: Purchase) -> None:
    match purchase.origin:
        case "stock":
            _take(draft.stocks, purchase.cards)
        case "emblem":
            assert purchase.owner is not None
            _take(draft.players[purchase.owner].front, purchase.cards)
        case "event":
            draft.event_card = ""
    _take(draft.players[draft.active].hand, purchase.primary)


def _take(pile: list[str], chosen: tuple[str, ...]) -> None:
    for card in chosen:
        pile.remove(card)


def _may_seize(draft: Draft, seat: int) -> bool:
    barred = draft.event is not None and seat in draft.event.no_seizing
    return bool(draft.players[seat].hand) and not barred


def bid(draft: Draft, seat: int, chosen: tuple[str, ...]) -> None:
    """Seal a bid, empty for a pass; the last one reveals them all (7.3)."""
    if draft.seal(seat, chosen):
        _reveal(draft)


def _reveal(draft: Draft) -> None:
    assert draft.purchase is not None
    bids = tuple(answer for answer in draft.answers if answer.cards)
    if not bids:
        draft.tell("no_bids")
        roll(draft)
        return
    totals = {answer.seat: cards.total(answer.cards) for answer in bids}
    draft.tell(
        "bids",
        seats=list(totals),
        bids=[[answer.seat, answer.cards, totals[answer.seat]] for answer in bids],
    )
    # Ties go to the first counter-clockwise: `max` returns the first it meets.
    seizer = max((s for s in draft.others(draft.active) if s in totals), key=totals.__getitem__)
    _seize(draft, next(answer for answer in bids if answer.seat == seizer), bids)


def _seize(draft: Draft, best: Answer, bids: tuple[Answer, ...]) -> None:
    assert draft.purchase is not None
    _take(draft.players[best.seat].hand, best.cards)
    purchase = replace(draft.purchase, seizer=best.seat, counter=best.cards, bids=bids)
    draft.purchase = purchase
    draft.tell("seizer", seat=best.seat, cards=best.cards, value=value_of(purchase))
    duel(draft, draft.active)


def duel(draft: Draft, seat: int) -> None:
    """Ask this side of the duel; an empty hand passes, which ends the duel (7.4)."""
    assert draft.purchase is not None
    draft.purchase = replace(draft.purchase, duelist=seat)
    if draft.players[seat].hand:
        draft.ask(Phase.DUEL, seat)
    else:
        end_duel(draft, seat)


def end_duel(draft: Draft, seat: int) -> None:
    """End the duel with a pass of this side."""
    assert draft.purchase is not None
    draft.purchase = replace(draft.purchase, duelist=None)
    draft.tell("passed", seat=seat, what="duel")
    roll(draft)


def commit(draft: Draft, seat: int, chosen: tuple[str, ...]) -> None:
    """Add cards to the duel, then ask the other side."""
    purchase = draft.purchase
    assert purchase is not None
    _take(draft.players[seat].hand, chosen)
    first = cards.primary(purchase.suit)
    own = tuple(card for card in chosen if card[0] == first)
    if seat == purchase.seizer:
        purchase = replace(purchase, counter=cards.in_order((*purchase.counter, *own)))
    else:
        against = tuple(card for card in chosen if card[0] != first)
        purchase = replace(
            purchase,
            primary=cards.in_order((*purchase.primary, *own)),
            secondary=cards.in_order((*purchase.secondary, *against)),
        )
    draft.purchase = purchase
    assert purchase.seizer is not None
    side = "seizer" if seat == purchase.seizer else "buyer"
    draft.tell(
        "committed", seat=seat, cards=cards.in_order(chosen), value=value_of(purchase), side=side
    )
    duel(draft, draft.active if side == "seizer" else purchase.seizer)


def duel_suits(purchase: Purchase, seat: int | None) -> tuple[str, ...]:
    """Return the suits this side may commit; the Seizer may use primary ones only."""
    first = cards.primary(purchase.suit)
    return (first,) if seat == purchase.seizer else (first, cards.secondary(purchase.suit))


def roll(draft: Draft) -> None:
    """Roll against the current value of the Declaration (rules 7.6)."""
    assert draft.purchase is not None
    if rolls.throw(draft, "buy", draft.active, value_of(draft.purchase)):
        settle(draft)


def settle(draft: Draft) -> None:
    """Distribute the goods and the committed cards after the final roll (7.6).

    The specials of the roll follow.
    """
    purchase, result = draft.purchase, draft.roll
    assert purchase is not None
    assert result is not None
    draft.purchase = replace(purchase, cards=())
    if result.success:
        draft.tell("bought", seat=draft.active, cards=purchase.cards)
        draft.to_hand(draft.active, *purchase.cards)
    elif purchase.seizer is not None:
        draft.tell("seized", seat=purchase.seizer, cards=purchase.cards)
        draft.to_hand(purchase.seizer, *purchase.cards)
    else:
        draft.tell("unsold", seat=draft.active, cards=purchase.cards)
        _put_back(draft, purchase)
    committed = cards.in_order((*purchase.primary, *purchase.secondary, *purchase.counter))
    draft.stocks.extend(committed)
    draft.purchase = None
    if committed:
        draft.tell("to_stocks", cards=committed)
    event_phase.after_roll(draft)


def _put_back(draft: Draft, purchase: Purchase) -> None:
    match purchase.origin:
        case "stock":
            draft.stocks.extend(purchase.cards)
        case "emblem":
            assert purchase.owner is not None
            draft.players[purchase.owner].front.extend(purchase.cards)
        case "event":
            (draft.event_card,) = purchase.cards
