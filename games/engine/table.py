"""The rules of a table: who may make, join, invite, kick and start.

They are pure and hold for every game of the site. Rules: Blanks 1-4 and 15-17, which are the site's
own. The services gather `Facts` from the database, check them here and apply the result. Worked
examples use `Table`, which keeps the same facts in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.engine.base import Value

Access = Literal["open", "password", "invite"]
Gate = Literal["nothing", "wrong", "right", "invited"]


class Refused(Exception):
    """A refusal of the table; nothing has changed. `code` is as in the rules."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Facts(Value):
    """Everything that a refusal may depend on, from the point of view of one user."""

    active: bool
    started: bool
    access: Access = "open"
    owner: bool = False
    seated: bool = False
    banned: bool = False
    blocked_tries: bool = False
    gate: Gate = "nothing"  # what the user shows at the door; an invitation replaces the password
    late_join: bool = False
    kick_in_play: bool = False
    spectators: bool = True
    players: int = 0  # taken seats, bots and away players included
    least: int = 2
    most: int = 2
    unwelcome: bool = False  # a guest, at a table that admits no guests
    unreliable: bool = False  # answers in time less often than the table requires
    bot_unwelcome: bool = False  # a player's bot, at a table that admits house bots only
    finished_whole: bool = False  # finished, and not aborted
    stalled: bool = False  # the rules failed, and the clock stands still
    starting: bool = False  # waits for players to open their contributions


def _need(holds: bool, code: str) -> None:
    if not holds:
        raise Refused(code)


def check_gate(facts: Facts) -> None:
    """Check password or invitation.

    Raise `Refused`: `too_many_tries`, `wrong_password` or `invite_required`.
    """
    if facts.access == "open" or facts.gate == "invited":
        return
    if facts.access == "invite":
        raise Refused("invite_required")
    _need(not facts.blocked_tries, "too_many_tries")
    _need(facts.gate == "right", "wrong_password")


def check_join(facts: Facts) -> None:
    """Check that the user may sit down (rules 3, 15).

    Raise `Refused`: the codes of `check_approach`, those of `check_gate`, `game_full`, those of
    `check_going`, in this order (rules 17). The limits of a person are checked after all these
    (`games/services/table_access.py:check_matches`).
    """
    check_approach(facts)
    check_gate(facts)
    # Checked after the gate: only users who know the password may learn of these.
    _need(facts.players < facts.most, "game_full")
    check_going(facts)


def check_approach(facts: Facts) -> None:
    """Check everything that does not depend on the password.

    Raise `Refused`: `not_active`, `already_joined`, `banned`, `already_started`, `no_guests`,
    `no_bot_accounts`, or `not_reliable`, which does not apply to invited users.
    """
    _need(facts.active, "not_active")
    _need(not facts.seated, "already_joined")
    _need(not facts.banned, "banned")
    _need(not facts.started or facts.late_join, "already_started")
    _need(not facts.unwelcome, "no_guests")
    _need(not facts.bot_unwelcome, "no_bot_accounts")
    _need(not facts.unreliable or facts.gate == "invited", "not_reliable")


def check_going(facts: Facts) -> None:
    """Check that new players may join just now.

    Raise `Refused`: `stalled` or `starting`.
    """
    # The rules of a stalled match cannot process a join.
    _need(not facts.stalled, "stalled")
    # Somebody who knows some of the opened contributions could influence how the cards fall.
    _need(not facts.starting, "starting")


def check_leave(facts: Facts) -> None:
    """Check that the user may leave (rules 3, 11).

    Raise `Refused`: `not_active` or `not_a_player`.
    """
    _need(facts.active, "not_active")
    _need(facts.seated, "not_a_player")


def check_kick(facts: Facts, *, oneself: bool, target_seated: bool) -> None:
    """Check that the user may kick somebody (rules 3, 11).

    Raise `Refused`: `not_active`, `not_owner`, `kick_in_play_off`, `cannot_kick_self`, or
    `not_a_player` if the target has no seat, in this order (rules 17).
    """
    _need(facts.active, "not_active")
    _need(facts.owner, "not_owner")
    _need(not facts.started or facts.kick_in_play, "kick_in_play_off")
    _need(not oneself, "cannot_kick_self")
    _need(target_seated, "not_a_player")


def check_invite(facts: Facts, *, known: bool, target_seated: bool) -> None:
    """Check that the user may invite somebody (rules 3).

    Raise `Refused`: `not_active`, `not_owner`, `no_such_user` or `already_joined`.
    """
    check_links(facts)
    _need(known, "no_such_user")
    _need(not target_seated, "already_joined")


def check_links(facts: Facts) -> None:
    """Check that the user may make or revoke invitation links (rules 3).

    Raise `Refused`: `not_active` or `not_owner`.
    """
    _need(facts.active, "not_active")
    _need(facts.owner, "not_owner")


def check_options(facts: Facts) -> None:
    """Check that the user may change the options (rules 3).

    Raise `Refused`: `not_active`, `already_started` or `not_owner`.
    """
    _need(facts.active, "not_active")
    _need(not facts.started, "already_started")
    _need(facts.owner, "not_owner")


def check_add_bot(facts: Facts) -> None:
    """Check that the user may add a bot (rules 25).

    Raise `Refused`: `not_active`, `not_owner`, `already_started`, `game_full`, or the codes of
    `check_going`.
    """
    _need(facts.active, "not_active")
    _need(facts.owner, "not_owner")
    _need(not facts.started or facts.late_join, "already_started")
    _need(facts.players < facts.most, "game_full")
    check_going(facts)


def check_watch(facts: Facts) -> None:
    """Check that the user may watch the match (rules 15).

    Raise `Refused`: `not_playing`, `banned`, `spectators_off`, or the codes of `check_gate`.
    """
    _need(facts.active and facts.started, "not_playing")
    _need(not facts.banned, "banned")
    _need(facts.spectators, "spectators_off")
    check_gate(facts)


def check_cancel(facts: Facts) -> None:
    """Check that the user may cancel the table (rules 1).

    Raise `Refused` as `check_options` does.
    """
    check_options(facts)


def check_start(facts: Facts, *, content_fault: str = "") -> None:
    """Check that the user may start the match.

    `content_fault`: the game's own code for what its content lacks ("no_black_cards"), or "". Raise
    `Refused`: the codes of `check_options`, `too_few_players`, or `content_fault`.
    """
    check_options(facts)
    _need(facts.players >= max(facts.least, 2), "too_few_players")
    _need(not content_fault, content_fault)


def check_rematch(facts: Facts) -> None:
    """Check that the user may ask for a rematch, alone or with others (rules 16).

    Raise `Refused`: `not_finished` (also after a cancel or an abort), or `not_owner` for somebody
    who did not play to the end.
    """
    _need(facts.finished_whole, "not_finished")
    _need(facts.owner or facts.seated, "not_owner")


class Sitter(Value):
    """A person or bot at the table."""

    name: str
    bot: bool = False
    away: bool = False


def next_owner(sitters: Sequence[Sitter]) -> str | None:
    """Return the name of the next owner, or None if no person stays.

    The next owner is the earliest person, if possible one who is not away. `sitters` are in seat
    order.
    """
    people = [sitter for sitter in sitters if not sitter.bot]
    here = [sitter for sitter in people if not sitter.away]
    return next((sitter.name for sitter in here or people), None)


TRIES = 5  # wrong passwords that a user may enter within ten minutes


class Table:
    """A table in memory, for worked examples.

    Users are names; checks and effects are the same as on the site. It covers only what happens
    around the rules; hands and rounds of a match are up to the engine.
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
        self.wrong_tries: dict[str, int] = {}  # they never expire: no time passes in memory
        self._options = (access, password, least, most, late_join, kick_in_play)

    def facts(self, user: str, *, password: str | None = None, link: str | None = None) -> Facts:
        """Return the facts for this user, who shows this password or link at the door."""
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
        """Return True if this user has a seat here."""
        return any(sitter.name == user for sitter in self.seated)

    def join(self, user: str, *, password: str | None = None, link: str | None = None) -> None:
        """Take a seat; a wrong password counts as a try.

        Raise `Refused` as `check_join` does.
        """
        facts = self.facts(user, password=password, link=link)
        try:
            check_join(facts)
        except Refused as refusal:
            if refusal.code == "wrong_password" and facts.gate == "wrong":
                self.wrong_tries[user] = self.wrong_tries.get(user, 0) + 1
            raise
        self.seated.append(Sitter(name=user))

    def leave(self, user: str) -> None:
        """Give up a seat before the start. Raise `Refused` as `check_leave` does."""
        check_leave(self.facts(user))
        self._remove(user)

    def kick(self, by: str, user: str) -> None:
        """Remove and ban a user; only an invitation lets them back in.

        Raise `Refused` as `check_kick` does.
        """
        check_kick(self.facts(by), oneself=by == user, target_seated=self.has(user))
        self.banned.add(user)
        self.invited.discard(user)
        self._remove(user)

    def invite(self, by: str, user: str) -> None:
        """Invite a user and lift their ban. Raise `Refused` as `check_invite` does."""
        check_invite(self.facts(by), known=True, target_seated=self.has(user))
        self.invited.add(user)
        self.banned.discard(user)

    def make_link(self, by: str, name: str) -> None:
        """Make an invitation link. Raise `Refused` as `check_links` does."""
        check_links(self.facts(by))
        self.links.add(name)

    def revoke_links(self, by: str) -> None:
        """Revoke all invitation links. Raise `Refused` as `check_links` does."""
        check_links(self.facts(by))
        self.links.clear()

    def cancel(self, by: str) -> None:
        """Close the table before its start. Raise `Refused` as `check_cancel` does."""
        check_cancel(self.facts(by))
        self.active = False

    def start(self, by: str, *, content_fault: str = "") -> None:
        """Begin the match. Raise `Refused` as `check_start` does."""
        check_start(self.facts(by), content_fault=content_fault)
        self.started = True

    def finish(self) -> None:
        """End the match."""
        self.active = False

    def mark_away(self, names: set[str]) -> None:
        """Mark exactly these users as away; it matters for the choice of the next owner."""
        self.seated = [Sitter(name=s.name, bot=s.bot, away=s.name in names) for s in self.seated]

    def _remove(self, user: str) -> None:
        self.seated = [sitter for sitter in self.seated if sitter.name != user]
        if user == self.owner:
            self.owner = next_owner(self.seated) or (None if self.seated else user)
        if not self.started and not any(not sitter.bot for sitter in self.seated):
            self.active = False
