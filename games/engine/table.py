"""The life of a table, pure: who may make, join, invite, kick, start, and what the refusals are.

Holds for every game of the house. Rules: Blanks 1-4, 15-17, which are the house's own. The services
gather `Facts` from the database, ask here, and carry it out; worked examples use `Table`, which
keeps the same facts in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.engine.base import Value

Access = Literal["open", "password", "invite"]
Gate = Literal["nothing", "wrong", "right", "invited"]


class Refused(Exception):
    """A refusal of the table. Nothing has changed. `code` as in the rules."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Facts(Value):
    """All that a refusal may depend on, seen from the one who asks.

    `gate`: what they show at the door; an invitation stands in for the password. `players`: how
    many sit now, bots and away ones included.
    """

    active: bool
    started: bool
    access: Access = "open"
    owner: bool = False
    seated: bool = False
    banned: bool = False
    blocked_tries: bool = False
    gate: Gate = "nothing"
    late_join: bool = False
    kick_in_play: bool = False
    spectators: bool = True
    players: int = 0
    least: int = 2
    most: int = 2
    unwelcome: bool = False  # a guest, at a table that has none
    unreliable: bool = False  # answers less often in time than the table asks for
    bot_unwelcome: bool = False  # a bot that somebody runs, at a table that lets none in
    finished_whole: bool = False  # finished, and not by an abort
    stalled: bool = False  # the rules failed: time stands still
    starting: bool = False  # waits for what players add to chance


def _need(holds: bool, code: str) -> None:
    if not holds:
        raise Refused(code)


def check_gate(facts: Facts) -> None:
    """The door: `too_many_tries`, `wrong_password` or `invite_required`."""
    if facts.access == "open" or facts.gate == "invited":
        return
    if facts.access == "invite":
        raise Refused("invite_required")
    _need(not facts.blocked_tries, "too_many_tries")
    _need(facts.gate == "right", "wrong_password")


def check_join(facts: Facts) -> None:
    """Rules 3, 15. Raises `Refused`: the codes of `check_approach`, of `check_gate`, `game_full`,
    the codes of `check_going`, in this order (rules 17).

    Limits of a person come after all these (`games/services/table_access.py:check_matches`).
    """
    check_approach(facts)
    check_gate(facts)
    # From here on only those who know the password are told.
    _need(facts.players < facts.most, "game_full")
    check_going(facts)


def check_approach(facts: Facts) -> None:
    """Refuse to join before the password is checked: `not_active`, `already_joined`, `banned`,
    `already_started`, `no_guests`, `no_bot_accounts`, `not_reliable` (of whoever is not invited).
    """
    _need(facts.active, "not_active")
    _need(not facts.seated, "already_joined")
    _need(not facts.banned, "banned")
    _need(not facts.started or facts.late_join, "already_started")
    _need(not facts.unwelcome, "no_guests")
    _need(not facts.bot_unwelcome, "no_bot_accounts")
    _need(not facts.unreliable or facts.gate == "invited", "not_reliable")


def check_going(facts: Facts) -> None:
    """Refuse anybody new for now: `stalled`, `starting`."""
    # The rules of a stalled match cannot be told of anybody.
    _need(not facts.stalled, "stalled")
    # Who knew what some have added to chance could see to it that the cards fall otherwise.
    _need(not facts.starting, "starting")


def check_leave(facts: Facts) -> None:
    """Rules 3, 11. Raises `Refused`: `not_active`, `not_a_player`."""
    _need(facts.active, "not_active")
    _need(facts.seated, "not_a_player")


def check_kick(facts: Facts, *, oneself: bool, target_seated: bool) -> None:
    """Rules 3, 11. Raises `Refused`: `not_active`, `not_owner`, `kick_in_play_off`,
    `cannot_kick_self`, `not_a_player` (whoever is to be kicked), in this order (rules 17).
    """
    _need(facts.active, "not_active")
    _need(facts.owner, "not_owner")
    _need(not facts.started or facts.kick_in_play, "kick_in_play_off")
    _need(not oneself, "cannot_kick_self")
    _need(target_seated, "not_a_player")


def check_invite(facts: Facts, *, known: bool, target_seated: bool) -> None:
    """Rules 3. Raises `Refused`: `not_active`, `not_owner`, `no_such_user`, `already_joined`."""
    check_links(facts)
    _need(known, "no_such_user")
    _need(not target_seated, "already_joined")


def check_links(facts: Facts) -> None:
    """Rules 3. Raises `Refused`: `not_active`, `not_owner`."""
    _need(facts.active, "not_active")
    _need(facts.owner, "not_owner")


def check_options(facts: Facts) -> None:
    """Rules 3. Raises `Refused`: `not_active`, `already_started`, `not_owner`."""
    _need(facts.active, "not_active")
    _need(not facts.started, "already_started")
    _need(facts.owner, "not_owner")


def check_add_bot(facts: Facts) -> None:
    """Rules 25. Raises `Refused`: `not_active`, `not_owner`, `already_started`, `game_full`, the
    codes of `check_going`.
    """
    _need(facts.active, "not_active")
    _need(facts.owner, "not_owner")
    _need(not facts.started or facts.late_join, "already_started")
    _need(facts.players < facts.most, "game_full")
    check_going(facts)


def check_watch(facts: Facts) -> None:
    """Rules 15. Raises `Refused`: `not_playing`, `banned`, `spectators_off`, then the codes of
    `check_gate`.
    """
    _need(facts.active and facts.started, "not_playing")
    _need(not facts.banned, "banned")
    _need(facts.spectators, "spectators_off")
    check_gate(facts)


def check_cancel(facts: Facts) -> None:
    """Rules 1. Raises `Refused`, as `check_options`."""
    check_options(facts)


def check_start(facts: Facts, *, content_fault: str = "") -> None:
    """`content_fault`: the game's own code for what it lacks ("no_black_cards"), or ""."""
    check_options(facts)
    _need(facts.players >= max(facts.least, 2), "too_few_players")
    _need(not content_fault, content_fault)


def check_rematch(facts: Facts) -> None:
    """Rules 16. Raises `Refused`: `not_finished` (also after a cancel or an abort), `not_owner`."""
    _need(facts.finished_whole, "not_finished")
    _need(facts.owner, "not_owner")


class Sitter(Value):
    """One at the table, in seat order."""

    name: str
    bot: bool = False
    away: bool = False


def next_owner(sitters: Sequence[Sitter]) -> str | None:
    """Who owns the table when its owner has gone: the earliest person, not away if there is one."""
    people = [sitter for sitter in sitters if not sitter.bot]
    here = [sitter for sitter in people if not sitter.away]
    return next((sitter.name for sitter in here or people), None)


TRIES = 5  # wrong passwords of one user within ten minutes


class Table:
    """A table in memory, for worked examples: users by name, the same checks, the same effects.

    Only what happens around the rules; in play the engine decides about hands and rounds.
    """

    def __init__(
        self,
        *,
        owner: str,
        access: Access = "open",
        password: str = "",
        least: int = 3,
        most: int = 10,
        late_join: bool = False,
        kick_in_play: bool = False,
    ) -> None:
        self.owner: str | None = owner
        self.active, self.started = True, False
        self.seated: list[Sitter] = [Sitter(name=owner)]
        self.invited: set[str] = set()
        self.banned: set[str] = set()
        self.links: set[str] = set()
        self.wrong_tries: dict[str, int] = {}  # in memory no time passes, so none is forgotten
        self._options = (access, password, least, most, late_join, kick_in_play)

    def facts(self, user: str, *, password: str | None = None, link: str | None = None) -> Facts:
        """What refusals depend on for this user, who shows this password or link at the door."""
        access, secret, least, most, late_join, kick_in_play = self._options
        invited = user in self.invited or (link is not None and link in self.links)
        shown: Gate = "nothing" if password is None else "right" if password == secret else "wrong"
        return Facts(
            active=self.active,
            started=self.started,
            access=access,
            owner=user == self.owner,
            seated=self.has(user),
            banned=user in self.banned,
            blocked_tries=self.wrong_tries.get(user, 0) >= TRIES,
            gate="invited" if invited else shown,
            late_join=late_join,
            kick_in_play=kick_in_play,
            players=len(self.seated),
            least=least,
            most=most,
        )

    def has(self, user: str) -> bool:
        """Whether this user sits here."""
        return any(sitter.name == user for sitter in self.seated)

    def join(self, user: str, *, password: str | None = None, link: str | None = None) -> None:
        """Sits down. Raises `Refused` as `check_join`; a wrong password counts as a try."""
        facts = self.facts(user, password=password, link=link)
        try:
            check_join(facts)
        except Refused as refusal:
            if refusal.code == "wrong_password" and facts.gate == "wrong":
                self.wrong_tries[user] = self.wrong_tries.get(user, 0) + 1
            raise
        self.seated.append(Sitter(name=user))

    def leave(self, user: str) -> None:
        """Gets up, before the start. Raises `Refused` as `check_leave`."""
        check_leave(self.facts(user))
        self._remove(user)

    def kick(self, by: str, user: str) -> None:
        """Sends somebody away; only an invitation lets them back. Raises as `check_kick`."""
        check_kick(self.facts(by), oneself=by == user, target_seated=self.has(user))
        self.banned.add(user)
        self.invited.discard(user)
        self._remove(user)

    def invite(self, by: str, user: str) -> None:
        """Opens the door to a user, who is no longer banned. Raises `Refused` as `check_invite`."""
        check_invite(self.facts(by), known=True, target_seated=self.has(user))
        self.invited.add(user)
        self.banned.discard(user)

    def make_link(self, by: str, name: str) -> None:
        """Makes an invitation link. Raises `Refused` as `check_links`."""
        check_links(self.facts(by))
        self.links.add(name)

    def revoke_links(self, by: str) -> None:
        """Closes the door to all links. Raises `Refused` as `check_links`."""
        check_links(self.facts(by))
        self.links.clear()

    def cancel(self, by: str) -> None:
        """Ends the table before its start. Raises `Refused` as `check_cancel`."""
        check_cancel(self.facts(by))
        self.active = False

    def start(self, by: str, *, content_fault: str = "") -> None:
        """Begins the match. Raises `Refused` as `check_start`."""
        check_start(self.facts(by), content_fault=content_fault)
        self.started = True

    def finish(self) -> None:
        """The match is over."""
        self.active = False

    def mark_away(self, names: set[str]) -> None:
        """Who is away decides who may own the table next."""
        self.seated = [Sitter(name=s.name, bot=s.bot, away=s.name in names) for s in self.seated]

    def _remove(self, user: str) -> None:
        self.seated = [sitter for sitter in self.seated if sitter.name != user]
        if user == self.owner:
            self.owner = next_owner(self.seated) or (None if self.seated else user)
        if not self.started and not any(not sitter.bot for sitter in self.seated):
            self.active = False
