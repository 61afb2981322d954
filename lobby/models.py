"""Models of people, their names and their API tokens."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, gettext_lazy as _

from chat.core.name_keys import LONGEST_KEY, exact_key, name_keys
from chat.people import is_suspended
from lobby.name_fields import NameKeyField
from lobby.names import LONGEST_CODED, normalise_name, validate_name

HUES = 12
FOR_GOOD = datetime(9999, 12, 31, tzinfo=UTC)  # the end of a permanent suspension


class PeopleManager(UserManager["User"]):
    """Django's user manager, which also registers the names of new users.

    `create_user` and `create_superuser` raise `IntegrityError` if a name looks like a taken one.
    """

    def create_user(self, *given: Any, **named: Any) -> User:
        with transaction.atomic():
            user = super().create_user(*given, **named)
            reserve_names(user)
        return user

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(username_key=username)

    def create_superuser(self, *given: Any, **named: Any) -> User:
        with transaction.atomic():
            user = super().create_superuser(*given, **named)
            reserve_names(user)
        return user


def reserve_names(user: User) -> None:
    """Register the keys of this user's current names, and release the others.

    Raise `IntegrityError` if somebody else holds one. Call it inside a transaction.
    """
    wanted = keys_of(user)
    held = set(user.names.values_list("key", flat=True))
    user.names.filter(key__in=held - wanted).delete()
    for key in sorted(wanted - held):
        user.names.create(key=key)


def keys_of(user: User) -> frozenset[str]:
    """Return the keys of the user's username and, of a member, of the display name."""
    shown = "" if user.is_guest else user.display_name
    return name_keys(user.username) | name_keys(shown)


class User(AbstractUser):
    """An account of a person, a guest or a bot.

    A deleted account keeps its row without personal data, so that its matches stay complete.
    """

    class Theme(models.TextChoices):
        AUTO = "auto", _("same as device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    class Asks(models.TextChoices):
        ALL = "all", _("any member")
        PLAYED = "played", _("people I have played with")
        NOBODY = "nobody", _("nobody")

    username = models.CharField(
        _("username"),
        max_length=LONGEST_CODED,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": _("This name is taken. Choose another one.")},
    )
    username_key = NameKeyField(of="username", unique=True)
    display_name = models.CharField(_("display name"), max_length=LONGEST_CODED, blank=True)
    display_name_key = NameKeyField(of="display_name", db_index=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=10, default="en")
    theme = models.CharField(_("theme"), max_length=5, choices=Theme, default=Theme.AUTO)
    hue = models.PositiveSmallIntegerField(_("seat colour"), null=True, blank=True)
    sound = models.BooleanField(_("soft sound when it's my turn"), default=False)
    vibration = models.BooleanField(_("vibrate when it's my turn"), default=False)
    asks_twice = models.BooleanField(_("ask before a move that can't be undone"), default=False)
    sends_in_time = models.BooleanField(
        _("send what I have chosen when the time runs out"), default=True
    )
    best_listed = models.BooleanField(_("shown on leaderboards"), default=True)
    shows_practice = models.BooleanField(_("practice shown on the profile"), default=False)
    friends_by = models.CharField(
        _("who can send me friend requests"),
        max_length=7,
        choices=Asks,
        default=Asks.ALL,
    )
    is_guest = models.BooleanField(default=False, db_index=True)
    is_bot = models.BooleanField(_("bot"), default=False, editable=False)  # permanent
    # Random name of the browser of the last log-in. A suspended guest's browser gets no new guest.
    device = models.CharField(max_length=32, blank=True, db_index=True)
    # The last day (UTC) on which they opened a page.
    seen_on = models.DateField(null=True, blank=True)
    # Incrementing it ends every session.
    session_epoch = models.PositiveIntegerField(default=0, editable=False)
    suspended_until = models.DateTimeField(null=True, blank=True, db_index=True)
    suspended_for = models.CharField(max_length=300, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[PeopleManager] = PeopleManager()

    class Meta(AbstractUser.Meta):
        swappable = "AUTH_USER_MODEL"
        constraints = [
            models.CheckConstraint(
                name="hue_in_range", condition=models.Q(hue__isnull=True) | models.Q(hue__lt=HUES)
            ),
        ]
        indexes = [
            models.Index(
                fields=["seen_on"],
                name="guests_to_tidy",
                condition=models.Q(is_guest=True, deleted_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @classmethod
    def normalize_username(cls, username: str) -> str:
        return normalise_name(username)

    @property
    def shown_name(self) -> str:
        """The name shown to other people outside of a table.

        Guests who chose their names have a number, because others may have the same name.
        """
        name = exact_key(self.display_name).replace(" ", "-")
        if not self.is_guest or self.deleted_at is not None or name in ("", self.username):
            return self.table_name
        number = self.username.rpartition("-")[2]
        return gettext("%(name)s · guest %(number)s") % {
            "name": self.display_name,
            "number": number,
        }

    @property
    def table_name(self) -> str:
        """The name shown at a table, where nobody else has one like it."""
        if self.deleted_at is not None:
            return gettext("a deleted user")
        return self.display_name or self.username

    def is_suspended(self, at: datetime) -> bool:
        """Return True if a moderator's suspension is in force at that time."""
        return is_suspended(self, at)

    @property
    def suspended_for_good(self) -> bool:
        return self.suspended_until == FOR_GOOD

    def get_session_auth_hash(self) -> str:
        """Return the hash that Django compares with the session's on each request.

        A new password or a new `session_epoch` changes it, which ends all sessions.
        """
        return self._session_hash()

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Yield the same hash for each of the site's previous secret keys.

        With it, sessions survive a change of the secret key.
        """
        return map(self._session_hash, settings.SECRET_KEY_FALLBACKS)

    def _session_hash(self, secret: str | bytes | None = None) -> str:
        return salted_hmac(
            "lobby.User.sessions",
            f"{self.session_epoch}:{self.password}",
            secret=secret,
            algorithm="sha256",
        ).hexdigest()


class Name(models.Model):
    """A key of a username or display name, held by one user.

    Names that look alike share a key, so nobody else can have such a name.
    """

    key = models.CharField(max_length=LONGEST_KEY, unique=True)
    user = models.ForeignKey("lobby.User", on_delete=models.CASCADE, related_name="names")

    def __str__(self) -> str:
        return self.key


class RestingName(models.Model):
    """A key of a deleted account's name, reserved until a given time.

    It prevents impersonation, and does not record whose name it was.
    """

    key = models.CharField(max_length=LONGEST_KEY, unique=True)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key


class AccessToken(models.Model):
    """An API token with which a program acts for a person."""

    class Scope(models.TextChoices):
        READ = "read", _("read")
        PLAY = "play", _("play")
        BOT = "bot", _("play as a bot")

    user = models.ForeignKey("lobby.User", on_delete=models.CASCADE, related_name="access_tokens")
    name = models.CharField(max_length=40)
    # The text of the token itself is not stored.
    digest = models.CharField(max_length=64, unique=True)
    start = models.CharField(max_length=16)  # first characters, by which the owner recognises it
    scopes = models.CharField(max_length=40)  # words of `Scope`, with spaces between them
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)  # to the minute

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.start} of {self.user_id}"

    @property
    def topic(self) -> str:
        """The topic that closes the connections opened with this token."""
        return f"token.{self.pk}"

    def allows(self, scope: str) -> bool:
        """Return True if the token allows what needs this scope.

        For a bot, the scope `play` is satisfied by `bot` instead.
        """
        if scope == self.Scope.PLAY and self.user.is_bot:
            scope = self.Scope.BOT
        return scope in self.scopes.split()
