"""Models of chat: rooms and messages, contacts, deliveries, and moderation."""

from chat.models.contacts import Block, Friendship, Notice, Presence
from chat.models.delivery import Delivery, NoticePreferences, PushDevice
from chat.models.limits import LimitEntry
from chat.models.moderation import (
    Appeal,
    BlockedWord,
    FormerName,
    ModeratorAct,
    ModeratorNote,
    Mute,
    Report,
    ReportLine,
)
from chat.models.rooms import Allowance, Message, ReadMark, Room

__all__ = [
    "Allowance",
    "Appeal",
    "Block",
    "BlockedWord",
    "Delivery",
    "FormerName",
    "Friendship",
    "LimitEntry",
    "Message",
    "ModeratorAct",
    "ModeratorNote",
    "Mute",
    "Notice",
    "NoticePreferences",
    "Presence",
    "PushDevice",
    "ReadMark",
    "Report",
    "ReportLine",
    "Room",
]
