"""Moderators' pages of chat. Nothing is edited in place: acts ask for a reason and are recorded."""

from chat.admin import acts, appeals, messages, mutes, reports, rooms, words

__all__ = ["acts", "appeals", "messages", "mutes", "reports", "rooms", "words"]
