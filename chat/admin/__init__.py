"""Moderators' pages of chat, where acts need a reason and are recorded."""

from chat.admin import acts, appeals, blocked_words, messages, mutes, reports, rooms

__all__ = ["acts", "appeals", "blocked_words", "messages", "mutes", "reports", "rooms"]
