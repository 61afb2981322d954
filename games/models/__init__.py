"""Database models of matches, tables, packs and ratings."""

from games.models.alerts import TableAlert
from games.models.bot_plans import BotNotes, BotPlan
from games.models.contributions import Contribution
from games.models.door import AcceptedKey, Admission, Ban, Invitation, InviteLink, PasswordTry
from games.models.log import LogEntry, PackedLog
from games.models.match import GOING_ON, Match, MatchSetup, SharedContent
from games.models.packs import CardTaste, CountedMatch, Pack, PackBar, PackCard
from games.models.ratings import MonthRating, RatedMatch, RatedResult, Rating
from games.models.reliability import (
    HousePulse,
    MatchReliability,
    MatchToCount,
    MissedDecision,
    Outage,
    Reliability,
)
from games.models.seat import Seat
from games.models.table_settings import SETTINGS, TableSettings, usual_settings
from games.models.upkeep import Deadline, SweepPulse, TaskFailure

__all__ = [
    "GOING_ON",
    "SETTINGS",
    "AcceptedKey",
    "Admission",
    "Ban",
    "BotNotes",
    "BotPlan",
    "CardTaste",
    "Contribution",
    "CountedMatch",
    "Deadline",
    "HousePulse",
    "Invitation",
    "InviteLink",
    "LogEntry",
    "Match",
    "MatchReliability",
    "MatchSetup",
    "MatchToCount",
    "MissedDecision",
    "MonthRating",
    "Outage",
    "Pack",
    "PackBar",
    "PackCard",
    "PackedLog",
    "PasswordTry",
    "RatedMatch",
    "RatedResult",
    "Rating",
    "Reliability",
    "Seat",
    "SharedContent",
    "SweepPulse",
    "TableAlert",
    "TableSettings",
    "TaskFailure",
    "usual_settings",
]
