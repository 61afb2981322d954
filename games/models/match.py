"""One play of a game."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_public_id() -> str:
    """A name for an address: ten letters without look-alikes."""
    return "".join(secrets.choice(_LETTERS) for _i in range(10))


class Match(models.Model):
    """A row a match: the authority. Only services change it.

    `snapshot` is the encoded state; `asked`, `decision_id` and `deadline` are facts copied out of
    it. `streams` maps each viewer (seat number, "" for spectators) to [revision, digest]: how often
    what it may see has changed, and a digest of it. `due_at` is the earliest moment at which the
    clock has something to do here: a deadline, a bot, an absent seat; an open match that has one is
    about to begin, and waits for what players add to chance until then. `log_packed_at`: since when
    its log is a `PackedLog`. `paused_until`: until then the clock of a slow match stands still;
    `pause_asked` and `pause_votes`: until when it should, and the seats that agree. `tell_at`: when
    those who are still asked at a slow table are told; `told`: the seats that have been, of those
    asked. `reliable`: the percent of decisions
    answered in time that who sits down needs, 0 for any. `rating`: whether it is to count for
    ratings, as its owner wished; `rated`: whether it does, known from its start on; `rated_at`:
    when it has been counted, the moment of its end.

    `seal` is that of the secret drawn with the table. `secret` is what everything is dealt from:
    that one, until the start mixes into it what players added; then `sealed_secret` keeps it.

    `head` is the last link of the log's chain, "" before the start (`games.engine.chain`). It
    changes with sealed answers too; `shown_head` is what it was when nothing sealed was
    outstanding.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ABORTED = "aborted", _("aborted")
        STALLED = "stalled", _("stalled")

    class Access(models.TextChoices):
        OPEN = "open", _("Open to everybody")
        PASSWORD = "password", _("With a password")
        INVITE = "invite", _("By invitation only")

    class Pace(models.TextChoices):
        LIVE = "live", _("Live")
        SLOW = "slow", _("Slow")

    class Rates(models.TextChoices):
        AUTO = "auto", _("When members alone play, at a table open to all")
        RATED = "rated", _("When members alone play")
        FRIENDLY = "friendly", _("Never: a friendly match")

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id)
    game = models.CharField(max_length=30)
    engine_version = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=60)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="tables_owned"
    )

    access = models.CharField(max_length=10, choices=Access, default=Access.OPEN)
    password = models.CharField(max_length=200, blank=True)
    least = models.PositiveIntegerField(default=2)
    most = models.PositiveIntegerField(default=4)
    late_join = models.BooleanField(default=False)
    kick_in_play = models.BooleanField(default=False)
    spectators = models.BooleanField(default=True)
    watchers_heard = models.BooleanField(default=True)
    guests = models.BooleanField(default=True)
    bot_accounts = models.BooleanField(default=False)
    pace = models.CharField(max_length=4, choices=Pace, default=Pace.LIVE)
    pace_percent = models.PositiveIntegerField(default=100)
    pace_hours = models.PositiveIntegerField(default=12)
    absent_bot = models.BooleanField(default=False)
    rating = models.CharField(max_length=8, choices=Rates, default=Rates.AUTO)
    reliable = models.PositiveSmallIntegerField(default=0)
    options = models.JSONField(default=dict)

    seal = models.CharField(max_length=64)
    secret = models.CharField(max_length=64)
    sealed_secret = models.CharField(max_length=64, blank=True)

    version = models.PositiveIntegerField(default=0)
    snapshot = models.BinaryField(null=True)
    head = models.CharField(max_length=64, blank=True)
    shown_head = models.CharField(max_length=64, blank=True)
    entries = models.PositiveIntegerField(default=0)
    chapter = models.PositiveIntegerField(default=0)
    decision_id = models.CharField(max_length=60, blank=True)
    decision_kind = models.CharField(max_length=30, blank=True)
    asked: models.JSONField[Any, list[int]] = models.JSONField(default=list)
    asked_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    bots_due: models.JSONField[Any, dict[str, str]] = models.JSONField(default=dict)
    due_at = models.DateTimeField(null=True, db_index=True)
    streams: models.JSONField[Any, dict[str, list[Any]]] = models.JSONField(default=dict)
    stop_votes: models.JSONField[Any, list[int]] = models.JSONField(default=list)
    pause_asked = models.DateTimeField(null=True)
    pause_votes: models.JSONField[Any, list[int]] = models.JSONField(default=list)
    paused_until = models.DateTimeField(null=True)
    deserted_at = models.DateTimeField(null=True)
    tell_at = models.DateTimeField(null=True)
    told: models.JSONField[Any, list[int]] = models.JSONField(default=list)
    failures = models.PositiveIntegerField(default=0)
    fault = models.CharField(max_length=200, blank=True)

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=40, blank=True)
    log_packed_at = models.DateTimeField(null=True)
    outcome: models.JSONField[Any, dict[str, Any] | None] = models.JSONField(null=True)
    rated = models.BooleanField(default=False)
    rated_at = models.DateTimeField(null=True)
    rematch_of = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematch"
    )

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["status", "-created_at"], name="match_list"),
            models.Index(fields=["game", "status", "-created_at"], name="match_by_game"),
            models.Index(
                fields=["ended_at"],
                name="match_log_to_pack",
                condition=Q(ended_at__isnull=False, log_packed_at__isnull=True),
            ),
            models.Index(
                fields=["ended_at"],
                name="match_to_count",
                condition=Q(rated=True, rated_at__isnull=True, ended_at__isnull=False),
            ),
        ]
        constraints = [
            models.CheckConstraint(name="match_seats", condition=Q(least__lte=models.F("most"))),
            models.CheckConstraint(
                name="match_running_has_state",
                condition=~Q(status="running") | Q(started_at__isnull=False),
            ),
            models.CheckConstraint(
                name="match_password_set", condition=~Q(access="password") | ~Q(password="")
            ),
            models.CheckConstraint(
                name="match_ended_at",
                condition=~Q(status__in=["finished", "aborted"]) | Q(ended_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.public_id})"

    def stream_of(self, seat: int | None) -> str:
        """This viewer's place in its own stream: "seat:revision"; "w" of those who watch.

        Before the start all are in the one of the table, "t", from whose number each goes on.
        """
        if "" not in self.streams:
            return self.public_place
        name = "" if seat is None else str(seat)
        return f"{name or 'w'}:{self.streams.get(name, self.streams[''])[0]}"

    @property
    def public_place(self) -> str:
        """How often what all may know of this match has changed: a place in the stream "t"."""
        return f"t:{self.version}"

    @property
    def active(self) -> bool:
        return self.status in GOING_ON

    @property
    def starting(self) -> bool:
        """Whether its start was asked for, and waits for what players add to chance."""
        return self.status == self.Status.OPEN and self.due_at is not None

    @property
    def waiting(self) -> bool:
        """Whether people may sit down before its start."""
        return self.status == self.Status.OPEN and self.due_at is None

    @property
    def first_secret(self) -> str:
        """The secret that the seal was made of."""
        return self.sealed_secret or self.secret

    @property
    def started(self) -> bool:
        return self.started_at is not None

    @property
    def over(self) -> bool:
        """Ended after it had started: it has a page with a result."""
        return self.status in {self.Status.FINISHED, self.Status.ABORTED}


GOING_ON = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.STALLED)


class SharedContent(models.Model):
    """The content that many ended matches were made from, encoded: once for all of them."""

    digest = models.BinaryField(max_length=32, unique=True)  # SHA-256
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"content {self.pk}"


class MatchSetup(models.Model):
    """What a match was made from at its start (seats, options, content), encoded. Never changes.

    Long after the end `data` lacks the content, which then stands in `content`
    (`games.services.match_engine`).
    """

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="setup"
    )
    data = models.BinaryField()
    content = models.ForeignKey(
        SharedContent,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,  # nobody asks which matches have it, and none is ever deleted
    )

    def __str__(self) -> str:
        return f"setup of {self.match_id}"
