"""Matches, and what they were made from."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.table_settings import TableColumns

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_public_id() -> str:
    """Return a random name for addresses: ten letters and digits without look-alikes."""
    return "".join(secrets.choice(_LETTERS) for _i in range(10))


class Match(TableColumns):
    """A match, from the table that waits for players to its end.

    Only services change it.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ABORTED = "aborted", _("aborted")
        STALLED = "stalled", _("stalled")

    # --- the table (and the columns of its settings)
    public_id = models.CharField(max_length=10, unique=True, default=new_public_id)
    game = models.CharField(max_length=30)  # its slug
    engine_version = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=60)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="tables_owned"
    )
    password = models.CharField(max_length=200, blank=True)  # hashed
    options = models.JSONField(default=dict)  # the game's own
    rematch_of = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    # The seats whose players want to play again, once it is over.
    rematch_votes: models.JSONField[Any, list[int]] = models.JSONField(default=list)
    lesson = models.BooleanField(default=False)  # teaches its owner, and counts nowhere
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=40, blank=True)
    outcome: models.JSONField[Any, dict[str, Any] | None] = models.JSONField(null=True)

    # True from the start if one person plays against bots, until somebody else joins.
    practice = models.BooleanField(default=False)

    # --- the state, and facts copied out of it for queries
    version = models.PositiveIntegerField(default=0)
    snapshot = models.BinaryField(null=True)  # the state, encoded
    chapter = models.PositiveIntegerField(default=0)
    decision_id = models.CharField(max_length=60, blank=True)
    decision_kind = models.CharField(max_length=30, blank=True)
    asked: models.JSONField[Any, list[int]] = models.JSONField(default=list)  # pending seats
    # By viewer (seat number, "" for spectators): how often their view has changed, and its digest.
    streams: models.JSONField[Any, dict[str, list[Any]]] = models.JSONField(default=dict)

    # --- randomness and the record
    seal = models.CharField(max_length=64)  # of the secret that was drawn with the table
    # Everything is dealt from this. It is the sealed secret at first, and from the start on that
    # secret mixed with the players' contributions.
    secret = models.CharField(max_length=64)
    sealed_secret = models.CharField(max_length=64, blank=True)  # "" until mixed
    entries = models.PositiveIntegerField(default=0)  # in the log
    head = models.CharField(max_length=64, blank=True)  # last link of the log's chain, "" at first
    # `head` at the last time when no sealed answer was open: `head` changes with these too, which
    # would reveal that somebody has answered.
    shown_head = models.CharField(max_length=64, blank=True)
    log_packed_at = models.DateTimeField(null=True)  # since then the log is a `PackedLog`

    # --- the clock
    # The earliest time at which the scheduler has work here: a deadline, a bot, an absent seat. An
    # open match with this set is about to start and waits for contributions to be opened.
    due_at = models.DateTimeField(null=True, db_index=True)
    asked_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    bots_due: models.JSONField[Any, dict[str, str]] = models.JSONField(default=dict)
    deserted_at = models.DateTimeField(null=True)
    tell_at = models.DateTimeField(null=True)  # when pending seats of a slow table are notified
    told: models.JSONField[Any, list[int]] = models.JSONField(default=list)  # and which were
    failures = models.PositiveIntegerField(default=0)
    fault = models.CharField(max_length=200, blank=True)

    # --- interruptions: a proposal, and the seats that agree
    stop_votes: models.JSONField[Any, list[int]] = models.JSONField(default=list)
    pause_asked = models.DateTimeField(null=True)  # until when the clock should stand still
    pause_votes: models.JSONField[Any, list[int]] = models.JSONField(default=list)
    paused_until = models.DateTimeField(null=True)

    # --- ratings
    rated = models.BooleanField(default=False)  # decided at the start
    rated_at = models.DateTimeField(null=True)  # when it was counted: at its end

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
        return self.name or self.public_id

    def stream_of(self, seat: int | None) -> str:
        """Return this viewer's position in its own stream, as "seat:revision".

        Spectators have "w" in place of the seat. Before the start all viewers share the stream of
        the table, "t", from whose number each of them continues.
        """
        if "" not in self.streams:
            return self.public_place
        name = "" if seat is None else str(seat)
        return f"{name or 'w'}:{self.streams.get(name, self.streams[''])[0]}"

    @property
    def public_place(self) -> str:
        """The position in the public stream "t": how often public facts have changed."""
        return f"t:{self.version}"

    @property
    def running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def active(self) -> bool:
        return self.status in GOING_ON

    @property
    def starting(self) -> bool:
        """True if the match is about to start and waits for contributions to be opened."""
        return self.status == self.Status.OPEN and self.due_at is not None

    @property
    def waiting(self) -> bool:
        """True if people may sit down before the start."""
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
        """True if the match is finished or aborted."""
        return self.status in {self.Status.FINISHED, self.Status.ABORTED}


GOING_ON = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.STALLED)


class SharedContent(models.Model):
    """Encoded content that many ended matches have in common."""

    digest = models.BinaryField(max_length=32, unique=True)  # SHA-256
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"content {self.pk}"


class MatchSetup(models.Model):
    """The encoded setup of a match: seats, options and content. It never changes.

    Long after the end the content moves from `data` to a shared row, `content`
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
        db_index=False,  # never queried from that side, and contents are never deleted
    )

    def __str__(self) -> str:
        return f"setup of {self.match_id}"
