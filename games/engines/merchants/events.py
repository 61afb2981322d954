"""What is told of a match. The log keeps the present and the previous round (rules 14).

Facts: "seat" is who does it (or whom it happens to), "seats" are several, other seats stand under
names of their own. Cards are ids. A private event goes to whoever may know and opens at the end.

kind: facts
* started: seat (gets the Dealer Token), rolls [[seat, die, die], ...] of the roll-off, mode
* round: round, seat (Dealer)
* event: card, type, value, extra (Actions), seats (hit). lean_loss: seat, card (discarded, open)
* restock: cards (into Stocks), discarded. supply: seat, cards, discarded (one of them has one card)
* deck_dry: nothing was left to draw
* black_market: market (number), count, egg (whether one went in). Of the Foreign Merchant
* turn: seat, actions, minor. turn_over: seat
* declared: seat, cards, commit, suit, origin, owner (None: nobody's), value
* bids: seats (who bid), bids [[seat, [cards], total], ...]. no_bids: nothing
* seizer: seat, cards, value
* committed: seat, cards, value (of the Declaration now), side ("buyer" or "seizer")
* passed: seat, what ("duel" or "stack")
* rolled: seat, what ("buy", "visit", "callback", "cutpurse"), target, dice [die, die], success,
  number (counts rolls)
* bought, seized: seat, cards. unsold: seat (buyer), cards. to_stocks: cards (all committed ones)
* visited: seat, market, count. visit_failed: seat, market. forfeited: seat, market, card
* found (private): seat, market, cards
* callback_failed, called_back, left_there: seat, card
* substituted, did_nothing: seat
* power_phase: seat (asked first)
* played: seat, plays [[card, mode], ...] in their order
* resolves: seat, card, mode. no_effect: seat, card. emblem: seat, card (lies in Front)
* warden: seat, cards (discarded). herald: seat, card, owner. clerk: seat, market, count.
  toll: seat, seats (who gave). keeper: seat. justice: seat, card, owner, mode.
  magnate: seat, suit, cards. thief: seat, victim. slipped: seat, victim.
  joker_back, joker_gone: seat, card
* clerk_card, keeper_card, moved_card (private): seat (gets it), card; moved_card also giver
* siege: seats (hit), hands [[seat, [cards]], ...] of all. Fades with the next Event Phase
* siege_loss: seat, eggs, cards (discarded). eliminated: seat, cards (discarded), eggs
* token: seat (gets it)
* monopoly: seat, suit. four_eggs: seat. last_standing: seat. deck_end: nothing
* finished, finished_nobody: reason, why, seats (winners), scores [[seat, points], ...]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engines.base import Event, Outcome

KEPT = 2  # rounds: the present one and the previous one
UNTIL_NEXT_EVENT = 1

REASONS = {
    "deck": "the Deck was empty when an Event was to be drawn",
    "monopoly": "one player held all eight Commodities of a suit",
    "four_eggs": "one player held all four Dragon Eggs",
    "last_standing": "the Dragon left nobody else",
    "aborted": "it was broken off",
}

EVENT_TEXT = {
    "started": "The game has begun. {seat} rolled highest and holds the Dealer Token.",
    "round": "Round {round}. Dealer: {seat}.",
    "event": "The Event of the round is {card}. Hit: {seats}.",
    "lean_loss": "{seat} lost {card} to the Lean Season.",
    "restock": "New in the Stocks: {cards}. Discarded: {discarded}.",
    "supply": "Supply: {cards}. Discarded: {discarded}.",
    "deck_dry": "The Deck is empty.",
    "black_market": "The Foreign Merchant opened Black Market {market}. Cards: {count}.",
    "turn": "Turn of {seat}. Actions: {actions}, Minor Actions: {minor}.",
    "turn_over": "The Turn of {seat} is over.",
    "declared": "{seat} declared {cards} and committed {commit}. Value: {value}.",
    "bids": "Bids of {seats} were turned up.",
    "no_bids": "Nobody seizes.",
    "seizer": "{seat} seizes with {cards}. Value: {value}.",
    "committed": "{seat} committed {cards}. Value: {value}.",
    "passed": "{seat} passed.",
    "rolled": "{seat} rolled {dice} against {target}.",
    "bought": "{seat} bought {cards}.",
    "seized": "{seat} seized {cards}.",
    "unsold": "{seat} failed to buy {cards}, which went back.",
    "to_stocks": "Committed cards went to the Stocks: {cards}.",
    "visited": "{seat} visited Black Market {market}. Cards drawn: {count}.",
    "visit_failed": "{seat} was turned away from Black Market {market}.",
    "forfeited": "{seat} forfeited {card} to Black Market {market}.",
    "callback_failed": "{seat} failed to call back {card}.",
    "called_back": "{seat} called back {card}.",
    "left_there": "{seat} left {card} in Front.",
    "substituted": "{seat} made a Minor Action of an Action.",
    "did_nothing": "{seat} let a Minor Action go.",
    "power_phase": "Power Phase. {seat} is asked first.",
    "played": "{seat} played {plays}.",
    "resolves": "{card} of {seat} resolves.",
    "no_effect": "{card} of {seat} has no effect.",
    "emblem": "{card} lies in Front of {seat}.",
    "warden": "{seat} had the Marketplace cleared.",
    "herald": "{seat} sent {card} back to the hand of its owner.",
    "clerk": "{seat} searched Black Market {market}. Cards in it: {count}.",
    "toll": "{seat} took toll of {seats}.",
    "keeper": "{seat} took a Dragon Egg from the Nest.",
    "justice": "{seat} struck {card} off the Stack.",
    "magnate": "{seat} took a whole Stock: {cards}.",
    "thief": "{seat} took a card out of a hand.",
    "slipped": "{seat} put a card into a hand.",
    "joker_back": "{card} of {seat} slipped back into the Deck.",
    "joker_gone": "{card} of {seat} was caught and exiled.",
    "siege": "Dragon Siege. All hands were shown. Hit: {seats}.",
    "siege_loss": "{seat} lost {cards} and Dragon Eggs: {eggs}.",
    "eliminated": "{seat} is out of the game.",
    "token": "{seat} gets the Dealer Token.",
    "monopoly": "{seat} holds all eight Commodities of a suit.",
    "four_eggs": "{seat} holds all four Dragon Eggs.",
    "last_standing": "{seat} is the only one left.",
    "deck_end": "The Deck is empty: the game ends, and points are counted.",
    "finished": "The game is over: {why}. Won by {seats}.",
    "finished_nobody": "The game is over: {why}. Nobody won.",
}  # fmt: skip


def told(kind: str, *, fades: int = KEPT, **facts: Any) -> Event:
    """A public event; tuples become lists, as in the stored log."""
    return Event(kind=kind, facts={k: _plain(v) for k, v in facts.items()}, fades=fades)


def whispered(kind: str, to: Sequence[int], **facts: Any) -> Event:
    """A private event, which everybody may read when the match is finished."""
    plain = {k: _plain(v) for k, v in facts.items()}
    return Event(kind=kind, facts=plain, to=tuple(to), fades=KEPT, opens=True)


def finished(outcome: Outcome) -> Event:
    """Under "seats" the winners."""
    winners = [standing.seat for standing in outcome.standings if standing.winner]
    facts = {
        "reason": outcome.reason,
        "why": REASONS[outcome.reason],
        "seats": winners,
        "scores": [[standing.seat, standing.score] for standing in outcome.standings],
    }
    return Event(kind="finished" if winners else "finished_nobody", facts=facts)


def _plain(value: Any) -> Any:
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
