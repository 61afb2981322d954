"""The options of Blanks and the presets (rules 18).

Access, the number of seats and late joining are options of the table, not of the game.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.engine.base import Preset, Value

HOUSE_PACK = "house-pack"
SLOW_SECONDS = 43200

Slug = Annotated[str, Meta(min_length=1, max_length=64)]


class BlanksOptions(Value):
    """The options of a match, fixed at its start. Times are whole seconds."""

    target_score: Annotated[
        int,
        Meta(
            ge=0,
            le=50,
            title="Points to win",
            description="The match ends when somebody has this many points. 0: no such end.",
        ),
    ] = 7
    round_limit: Annotated[
        int,
        Meta(
            ge=0,
            le=500,
            title="Most rounds",
            description="The match ends after this many rounds. 0: no such end.",
        ),
    ] = 25
    play_seconds: Annotated[
        int,
        Meta(
            ge=15,
            le=604800,
            title="Seconds to play",
            description="Time to choose cards; 30 more for each card beyond the first.",
        ),
    ] = 90
    vote_seconds: Annotated[
        int,
        Meta(
            ge=15,
            le=604800,
            title="Seconds to vote",
            description="Time to vote; 5 more for each play on the table.",
        ),
    ] = 60
    away_after: Annotated[
        int,
        Meta(
            ge=1,
            le=10,
            title="Away after",
            description="Rounds missed in a row before nobody waits for a player any more.",
        ),
    ] = 2
    hand_size: Annotated[
        int,
        Meta(
            ge=5,
            le=10,
            title="Cards in a hand",
            description="Prompts with several blanks deal more for their round.",
        ),
    ] = 7
    discards: Annotated[
        bool,
        Meta(
            title="Discards",
            description="During the vote players may pay a point to discard cards.",
        ),
    ] = True
    packs: Annotated[
        tuple[Slug, ...],
        Meta(
            min_length=1,
            max_length=10,
            title="Packs",
            description="The packs of cards the match is played with, 1 to 10.",
        ),
    ] = (HOUSE_PACK,)


PRESETS = (
    Preset(slug="house", label="House rules", note="Seven points win, 25 rounds at most."),
    Preset(
        slug="quick",
        label="Quick",
        note="Four points win: a quarter of an hour.",
        options={"target_score": 4},
    ),
    Preset(
        slug="slow",
        label="Slow game",
        note="Half a day for each play and each vote.",
        options={"play_seconds": SLOW_SECONDS, "vote_seconds": SLOW_SECONDS},
    ),
)
