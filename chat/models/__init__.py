"""Rooms and what is said in them, what binds people there, and what moderators do about it."""

from chat.models.appeals import Appeal
from chat.models.delivery import Delivery, NoticePreferences, PushDevice
from chat.models.limits import LimitEntry
from chat.models.moderation import BlockedWord, ModeratorAct, Mute, Report, ReportLine
from chat.models.names import FormerName
from chat.models.people import Block, Friendship, Notice, Presence
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
