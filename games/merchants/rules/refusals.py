"""Refusal codes with their sentences, in the order in which they are looked for (rules 2.6)."""

from __future__ import annotations

from games.engine.refusing import Refusals

MESSAGES = {
    "stale": "That was meant for an earlier question. Look at what is asked now.",
    "not_asked": "You are not asked anything now. Wait for your turn.",
    "wrong_decision": "Another answer is asked of you now. Choose one of those offered.",
    "unknown_card": "There is no such card. Choose one of those shown.",
    "not_in_hand": "One of these cards is not in your hand. Choose from your hand.",
    "not_in_market": "One of these cards is not for sale. Choose from the Marketplace.",
    "duplicate_card": "You named the same card twice. Each card can be used once.",
    "bad_declaration": "These cards cannot be declared together. Choose cards of one Stock, or one "
    "Emblem of another player, or the Guild of the Event alone.",
    "bad_commit": "One of the committed cards does not count here. Commit cards of the primary "
    "suit, as far as the Event allows them.",
    "too_much": "The value is above 12. Declare less or commit more.",
    "not_usable": "One of these cards cannot be used here. Choose from those marked as usable.",
    "barred": "The Event of this round bars you from that.",
    "no_action_left": "You have none left of the Actions it costs. Choose something else.",
    "no_such_market": "There is no Black Market of this number. Choose one of those shown.",
    "no_such_target": "That cannot be chosen. Choose one of those shown.",
    "empty": "You named nothing. Choose at least one card, or pass.",
    "not_an_option": "That is not possible now. Choose one of the answers offered.",
    "malformed": "This could not be read. Reload the page and try again.",
}

_REFUSALS = Refusals(MESSAGES)
refuse, need = _REFUSALS.refuse, _REFUSALS.need
