"""The options of Blanks and the presets (rules 18).

Access, the number of seats and late joining are options of the table, not of the game.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.engine.base import Preset, Value

HOUSE_PACK = "house-pack"
SLOW_SECONDS = 43200
LIVE_BREAK = 600  # of live tables: a doorbell must not end an evening

Slug = Annotated[str, Meta(min_length=1, max_length=64)]


class BlanksOptions(Value):
    """The options of a match, fixed at its start. Times are whole seconds."""

    target_score: Annotated[
        int,
        Meta(
            ge=0,
            le=50,
            title="Points to win",
            description="The match ends when somebody has this many points. 0: no target.",
        ),
    ] = 7
    round_limit: Annotated[
        int,
        Meta(
            ge=0,
            le=500,
            title="Most rounds",
            description="The match ends after this many rounds. 0: no limit.",
        ),
    ] = 25
    play_seconds: Annotated[
        int,
        Meta(
            ge=15,
            le=604800,
            title="Seconds to play",
            description="Time to choose cards, plus 30 seconds for each card after the first.",
        ),
    ] = 90
    vote_seconds: Annotated[
        int,
        Meta(
            ge=15,
            le=604800,
            title="Seconds to vote",
            description="Time to vote, plus 5 seconds for each answer.",
        ),
    ] = 60
    away_after: Annotated[
        int,
        Meta(
            ge=1,
            le=10,
            title="Away after",
            description="After this many missed rounds in a row, nobody waits for a player.",
        ),
    ] = 2
    break_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=3600,
            title="Seconds to wait in a break",
            description="How long the table waits for players to come back when too few are left. "
            "0: the match ends at once.",
        ),
    ] = 0
    hand_size: Annotated[
        int,
        Meta(
            ge=5,
            le=10,
            title="Cards in a hand",
            description="Prompts with several blanks deal extra cards for their round.",
        ),
    ] = 7
    discards: Annotated[
        bool,
        Meta(
            title="Discards",
            description="During the vote, players can pay a point to discard cards.",
        ),
    ] = True
    packs: Annotated[
        tuple[Slug, ...],
        Meta(
            min_length=1,
            max_length=10,
            title="Packs",
            description="1 to 10 card packs.",
        ),
    ] = (HOUSE_PACK,)


PRESETS = (
    Preset(
        slug="house",
        label="House rules",
        note="First to seven points, at most 25 rounds.",
        options={"break_seconds": LIVE_BREAK},
    ),
    Preset(
        slug="quick",
        label="Quick",
        note="First to four points: about a quarter of an hour.",
        options={"target_score": 4, "break_seconds": LIVE_BREAK},
    ),
    Preset(
        slug="slow",
        label="Slow game",
        note="Half a day for each answer and each vote.",
        options={"play_seconds": SLOW_SECONDS, "vote_seconds": SLOW_SECONDS},
    ),
)
