"""The settings of a table, declared once.

The columns of a match, the fields of the form and their bounds, the API's shapes, rematches, lists,
notices and records all follow from `TableSettings`. A game declares its own options the same way.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.db import models
from django.utils.translation import gettext_lazy as _
from msgspec import Meta, inspect

from games.engine import codec
from games.engine.base import Preset, Title, Value

Access = Literal["open", "password", "invite"]
Pace = Literal["live", "slow"]


class TableColumns(models.Model):
    """The settings as columns, for queries; `settings` reads and writes all of them."""

    class Access(models.TextChoices):
        OPEN = "open", _("Everybody")
        PASSWORD = "password", _("With a password")
        INVITE = "invite", _("By invitation only")

    class Pace(models.TextChoices):
        LIVE = "live", _("Live")
        SLOW = "slow", _("Slow")

    class Rates(models.TextChoices):
        AUTO = "auto", _("Rated if only members play and the table is public")
        RATED = "rated", _("Rated if only members play")
        FRIENDLY = "friendly", _("Never (friendly match)")

    class Reliable(models.IntegerChoices):  # percent of decisions answered in time
        ANY = 0, _("Any")
        MOSTLY = 80, _("At least 80%")
        NEARLY_ALWAYS = 90, _("At least 90%")
        ALWAYS = 95, _("At least 95%")

    class Meta:
        abstract = True

    @property
    def settings(self) -> TableSettings:
        return TableSettings(**{name: getattr(self, name) for name in SETTINGS})

    @settings.setter
    def settings(self, settings: TableSettings) -> None:
        for name in SETTINGS:
            setattr(self, name, getattr(settings, name))


class TableSettings(Value):
    """Settings that the tables of all games have.

    Everybody who may see a table may see them.
    """

    access: Annotated[
        Access,
        Meta(title="Who can join", extra={"choices": TableColumns.Access}),
    ] = "open"
    least: Annotated[int, Meta(title="Minimum players", ge=1)] = 2
    most: Annotated[int, Meta(title="Maximum players", ge=1)] = 4
    pace: Annotated[Pace, Meta(title="Pace", extra={"choices": TableColumns.Pace})] = "live"
    pace_percent: Annotated[
        int,
        Meta(
            title="Time limit, in percent",
            description="50 is half the usual time, 300 is three times as much.",
            ge=50,
            le=300,
        ),
    ] = 100
    pace_hours: Annotated[int, Meta(title="Hours for each decision", ge=1, le=72)] = 12
    absent_bot: Annotated[
        bool,
        Meta(
            title="Bots play for players who are away",
            description="Otherwise a default move is played when time runs out.",
        ),
    ] = False
    host_pauses: Annotated[
        bool,
        Meta(
            title="I can pause the match alone",
            description="Not at tables that everybody can join. Otherwise all players must agree.",
        ),
    ] = False
    rating: Annotated[
        Literal["auto", "rated", "friendly"],
        Meta(title="Rated", extra={"choices": TableColumns.Rates}),
    ] = "auto"
    reliable: Annotated[
        Literal[0, 80, 90, 95],
        Meta(
            title="Minimum reliability",
            description=(
                "Share of decisions answered in time over the last three months, at "
                "this pace. Does not apply to invited people or newcomers."
            ),
            extra={"choices": TableColumns.Reliable},
        ),
    ] = 0
    late_join: Annotated[bool, Meta(title="Players can join after the start")] = False
    kick_in_play: Annotated[bool, Meta(title="I can remove players after the start")] = False
    guests: Annotated[bool, Meta(title="Guests can join")] = True
    bot_accounts: Annotated[
        bool,
        Meta(
            title="Allow players' bots",
            description="They are marked as bots. House bots are allowed in any case.",
        ),
    ] = False
    spectators: Annotated[bool, Meta(title="Spectators can watch")] = True
    watchers_heard: Annotated[bool, Meta(title="Players can read the spectator chat")] = True


SETTINGS = TableSettings.__struct_fields__


def usual_settings(title: Title, preset: Preset | None = None) -> dict[str, Any]:
    """Return the default settings of a new table of this game, or those of a preset."""
    fewest, most = title.seats
    game = {"least": max(fewest, min(3, most)), "most": min(10, most)}
    return {**codec.plain(TableSettings()), **game, **(preset.table if preset else {})}


def _column(kind: Any, default: Any) -> models.Field[Any, Any]:
    choices = (kind.extra or {}).get("choices")
    match kind.type:
        case inspect.BoolType():
            return models.BooleanField(default=default)
        case inspect.IntType() | inspect.LiteralType() if isinstance(default, int):
            return models.PositiveIntegerField(choices=choices, default=default)
        case inspect.LiteralType(values=values):
            longest = max(len(str(value)) for value in values)
            return models.CharField(max_length=longest, choices=choices, default=default)
    raise TypeError(f"no column for {kind}")


for _field in codec.struct_fields(TableSettings):
    TableColumns.add_to_class(_field.name, _column(_field.type, _field.default))
