"""The events of a match.

The log keeps the current and the previous round (rules 14). In the facts, "seat" is the seat that
acts (or is affected) and "seats" are several; further seats have names of their own. Cards are ids.
A private event is sent to the seats that may know it and is opened to all at the end.

Each kind with its facts:

* started: seat (gets the Dealer Token), rolls [[seat, die, die], ...] of the roll-off, mode
* round: round, seat (Dealer)
* event: card, type, value, extra (Actions), seats (hit). lean_loss: seat, card (discarded, open)
* restock: cards (into Stocks), discarded. supply: seat, cards, discarded (one of them has one card)
* deck_dry: no facts; the last card of the Deck was drawn
* black_market: market (number), count, egg (True if one went in); built by the Foreign Merchant
* turn: seat, actions, minor. turn_over: seat
* declared: seat, cards, commit, suit, origin, owner (None if it has none), value
* bids: seats (the bidders), bids [[seat, [cards], total], ...]. no_bids: no facts
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
* resolves: seat, card, mode. no_effect: seat, card. emblem: seat, card (placed in Front)
* warden: seat, cards (discarded). herald: seat, card, owner. clerk: seat, market, count
* toll: seat, seats (the givers). keeper: seat. justice: seat, card, owner, mode
* magnate: seat, suit, cards. thief: seat, victim. slipped: seat, victim
* joker_back, joker_gone: seat, card
* clerk_card, keeper_card, moved_card (private): seat (gets it), card; moved_card also giver
* siege: seats (hit), hands [[seat, [cards]], ...] of all; fades with the next Event Phase
* siege_loss: seat, eggs, cards (discarded). eliminated: seat, cards (discarded), eggs
* token: seat (gets it)
* monopoly: seat, suit. four_eggs: seat. last_standing: seat. deck_end: no facts
* finished, finished_nobody: reason, seats (winners), scores [[seat, points], ...]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.base import Event, Outcome

KEPT = 2  # rounds: the current one and the previous one
UNTIL_NEXT_EVENT = 1


def told(kind: str, *, fades: int = KEPT, **facts: Any) -> Event:
    """Return a public event; tuples become lists, as in the stored log."""
    return Event(kind=kind, facts={k: _plain(v) for k, v in facts.items()}, fades=fades)


def whispered(kind: str, to: Sequence[int], **facts: Any) -> Event:
    """Return a private event, which everybody may read once the match is finished."""
    plain = {k: _plain(v) for k, v in facts.items()}
    return Event(kind=kind, facts=plain, to=tuple(to), fades=KEPT, opens=True)


def finished(outcome: Outcome) -> Event:
    """Return the final event, with the winners as "seats"."""
    winners = [standing.seat for standing in outcome.standings if standing.winner]
    facts = {
        "reason": outcome.reason,
        "seats": winners,
        "scores": [[standing.seat, standing.score] for standing in outcome.standings],
    }
    return Event(kind="finished" if winners else "finished_nobody", facts=facts)


def _plain(value: Any) -> Any:
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
