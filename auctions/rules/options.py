"""The options of a table, their presets (rules 12), and the cost of loans (9)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from auctions.rules.schedule import MINUTES
from games.engine.base import Preset, Value

# --- Cost of loans in whole dollars (rules 9) ---


CAP = 200
CAPS = (20, 500)
DAYS = 6
PERCENT_A_DAY = 5


def interest_after(loan: int, days: int) -> int:
    """Return the simple interest after 0 to 6 days, rounded up once."""
    return -(-PERCENT_A_DAY * days * loan // 100)


def interest(loan: int) -> int:
    """Return the interest for the week, whatever its pace."""
    return interest_after(loan, DAYS)


def owed(loan: int) -> int:
    """Return what must be repaid after the closing auction."""
    return loan + interest(loan)


def day_by_day(loan: int) -> tuple[int, ...]:
    """Return the interest after each of 0 to 6 days."""
    return tuple(interest_after(loan, day) for day in range(DAYS + 1))


def final_money(purse: int, realized: int, loan: int) -> int:
    """Return the money that ranks a player, which may be negative (rules 10)."""
    return purse + realized - owed(loan)


ZONE = "Europe/Rome"


class VeniceOptions(Value):
    """The options of a table, fixed once the match has started.

    Money is in whole dollars.
    """

    pace: Annotated[
        Literal["daily", "fast"],
        Meta(
            title="Pace",
            description=(
                "Daily: one auction a day at 17:15, Sunday to Saturday. Fast: one after "
                "another, a few minutes apart."
            ),
        ),
    ] = "daily"
    zone: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            title="Time zone",
            description=(
                "Type a city, such as Rome: auctions are held at 17:15 there. Daily pace only."
            ),
            extra={"zone": True},
        ),
    ] = ZONE
    minutes: Annotated[
        int,
        Meta(
            ge=MINUTES[0],
            le=MINUTES[1],
            title="Minutes between auctions",
            description="Fast pace only.",
        ),
    ] = 10
    cap: Annotated[
        int,
        Meta(
            ge=CAPS[0],
            le=CAPS[1],
            title="Loan limit",
            description="The most each player can borrow, in dollars.",
        ),
    ] = CAP
    company: Annotated[
        Literal[
            "merchant",
            "merchant-prince",
            "planner",
            "shopper",
            "random",
            "over-borrower",
            "idle",
            "mixed",
        ],
        Meta(
            title="Bots play as",
            description=(
                "Merchants bid with care. The merchant-prince is the hardest to beat. Mixed: each "
                "bot gets a random type at the start, and most of them waste their money."
            ),
        ),
    ] = "merchant"


PRESETS = (
    Preset(
        slug="daily",
        label="A week in Venice",
        note="One auction a day at 17:15, Sunday to Saturday. People can join until the start.",
        table={"least": 2, "most": 1000},
    ),
    Preset(
        slug="fast",
        label="A week in an hour",
        note="Seven auctions, ten minutes apart.",
        options={"pace": "fast", "minutes": 10},
    ),
    Preset(
        slug="practice",
        label="A quick week",
        note="Seven auctions, three minutes apart, with bots: good for trying it out.",
        options={"pace": "fast", "minutes": 3},
        table={"least": 2, "most": 8, "bots": 5},
        guides=True,
        at_once=True,
    ),
)
