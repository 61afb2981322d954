"""Authors' actions on their packs (Blanks 20, 21).

A function that raises `Refusal` has changed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Set as AbstractSet
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.text import slugify

from chat.core.clock import now
from chat.messages.validation import blocked_words
from chat.moderation.names_in_acts import forget_in
from games.blanks.packs import uploads
from games.blanks.packs.reading.check import Checker, Same
from games.blanks.packs.reading.cleaning import identity
from games.blanks.packs.reading.lines import Draft, parse_lines
from games.blanks.packs.reading.preview import Fault, Notice, Preview
from games.blanks.packs.reading.values import Pack as PackValue, PackBlack, PackWhite
from games.blanks.packs.refusals import Faulty, PackCode
from games.blanks.packs.selectors import bar_of
from games.models import Pack, PackBar, PackCard
from games.refusals import Refusal
from games.services.table_access import lock_person

MOST_PACKS = 20
State = Pack.State
Notices = tuple[Notice, ...]

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_SUBMITTABLE = {State.PRIVATE, State.REJECTED, State.RETIRED}


def take(
    *,
    user: Any,
    preview: Preview,
    name: str,
    language: str,
    age: Any,
    slug: str = "",
    key: str = "",
) -> Pack:
    """Make a private pack of the cards in a preview, or replace those of the pack `slug`.

    `name`, `language` and `age` stand for what the file says. A pack that is replaced becomes
    private again, and a card that a moderator has hidden stays hidden while its words are the same.
    A new pack is made only once for each `key`.
    Raise `Faulty` if one of the three is wrong or there is no card, else the same as `write_pack`
    or `rewrite_pack`.
    """
    if not (preview.black or preview.white):
        raise Faulty([Fault(place="", code="empty_pack")])
    checker = Checker(blocked_words())
    heading = {"name": name, "language": language, "min_age": age}
    fields = checker.heading(heading, needs_name=True)
    if checker.faults:
        raise Faulty(checker.faults)
    value = preview.pack(
        name=fields["name"], language=fields["language"], min_age=fields["min_age"]
    )
    return _replace(user, slug, value) if slug else _make(user, value, key)


def write_pack(*, user: Any, draft: Draft) -> tuple[Pack, Notices]:
    """Make a private pack from a draft.

    Raise `Faulty` with all faults of the draft, or `Refusal` with the code `author_barred` or
    `too_many_packs`.
    """
    preview = _read_draft(draft)
    return _make(user, preview.pack()), preview.notices


def _make(user: Any, value: PackValue, key: str = "") -> Pack:
    ending = _ending(user, key)
    with transaction.atomic():
        # Serialises a person's uploads, so that the limit holds.
        lock_person(user)
        _check_bar(user)
        made = Pack.objects.filter(owner=user, slug__endswith=f"-{ending}").first()
        if made is not None:
            return made
        if Pack.objects.filter(owner=user).count() >= MOST_PACKS:
            raise Refusal(PackCode.TOO_MANY_PACKS)
        at = now()
        pack = Pack(slug=_new_slug(value.name, ending), owner=user, created_at=at)
        _write(pack, value, at)
    return pack


def rewrite_pack(*, user: Any, slug: str, draft: Draft) -> tuple[Pack, Notices]:
    """Replace a pack by a draft. Cards that keep their words keep their ids.

    Raise the same as `write_pack`, but for `too_many_packs`, and the same as `lock_own`.
    """
    own = PackCard.objects.filter(pack__slug=slug, pack__owner=user).order_by("-place")
    ids = {identity(card.colour, card.text): card.name for card in own}
    preview = _read_draft(draft, ids)
    return _replace(user, slug, preview.pack()), preview.notices


def _replace(user: Any, slug: str, value: PackValue) -> Pack:
    with transaction.atomic():
        _check_bar(user)
        pack = lock_own(user, slug)
        hidden = {identity(card.colour, card.text) for card in pack.cards.filter(hidden=True)}
        pack.cards.all().delete()
        pack.state, pack.submitted_at = State.PRIVATE, None
        _write(pack, value, now(), hidden)
    return pack


def _read_draft(draft: Draft, ids: Mapping[Same, str] | None = None) -> Preview:
    """Return the draft as read. Raise `Faulty` if it has faults."""
    preview = parse_lines(draft, blocked=blocked_words(), ids=ids)
    if preview.faults:
        raise Faulty(preview.faults)
    return preview


def _write(
    pack: Pack,
    value: PackValue,
    at: datetime,
    hidden: AbstractSet[Same] = frozenset(),
) -> None:
    pack.name, pack.language, pack.description = value.name, value.language, value.description
    pack.author_line, pack.licence, pack.min_age = value.author, value.licence, value.min_age
    pack.changed_at = at
    pack.save()
    rows = [_row(pack, "black", n, card) for n, card in enumerate(value.black)]
    rows += [_row(pack, "white", n, card) for n, card in enumerate(value.white)]
    for row in rows if hidden else ():
        row.hidden = identity(row.colour, row.text) in hidden
    PackCard.objects.bulk_create(rows, batch_size=500)


def _row(pack: Pack, colour: str, place: int, card: PackBlack | PackWhite) -> PackCard:
    row = PackCard(pack=pack, colour=colour, place=place, name=card.id, text=card.text)
    if isinstance(card, PackBlack):
        row.pick, row.draw = card.pick, card.draw
    return row


def submit_pack(*, user: Any, slug: str) -> None:
    """Ask moderators to approve a pack for everybody.

    Raise `Refusal` with the code `wrong_state` or `author_barred`.
    """
    with transaction.atomic():
        _check_bar(user)
        pack = lock_own(user, slug)
        check_state(pack, _SUBMITTABLE)
        pack.state, pack.submitted_at = State.SUBMITTED, now()
        pack.save(update_fields=["state", "submitted_at"])


def retire_own_pack(*, user: Any, slug: str) -> None:
    """Retire an approved pack, so that nobody can choose it for new matches.

    Raise `Refusal` with the code `wrong_state`.
    """
    with transaction.atomic():
        pack = lock_own(user, slug)
        check_state(pack, {State.APPROVED})
        pack.state, pack.state_reason = State.RETIRED, ""
        pack.save(update_fields=["state", "state_reason"])


def delete_pack(*, user: Any, slug: str) -> None:
    """Delete a pack with its cards. Matches that have started keep their copy."""
    with transaction.atomic():
        lock_own(user, slug).delete()


def lock_own(user: Any, slug: str) -> Pack:
    """Return this user's own pack, locked.

    Raise `Refusal` with the code `no_such_pack`, `house_pack` or `not_author`.
    """
    pack = lock_pack(slug)
    if pack.house:
        raise Refusal(PackCode.HOUSE_PACK)
    if pack.owner_id is None or pack.owner_id != user.pk:
        # A user who may not read a pack must not learn that it exists.
        raise Refusal(
            PackCode.NOT_AUTHOR if pack.state == State.APPROVED else PackCode.NO_SUCH_PACK
        )
    return pack


def lock_pack(slug: str) -> Pack:
    """Return a pack, locked. Raise `Refusal` with the code `no_such_pack`."""
    pack = Pack.objects.select_for_update(of=("self",)).filter(slug=slug).first()
    if pack is None:
        raise Refusal(PackCode.NO_SUCH_PACK)
    return pack


def check_state(pack: Pack, allowed: set[Pack.State]) -> None:
    """Raise `Refusal` (`wrong_state`) unless the pack is in an allowed state."""
    if pack.state not in allowed:
        raise Refusal(PackCode.WRONG_STATE, state=pack.get_state_display())


def _check_bar(user: Any) -> None:
    bar = bar_of(user)
    if bar is not None:
        raise Refusal(PackCode.AUTHOR_BARRED, reason=bar.reason)


def _ending(user: Any, key: str) -> str:
    """Return a random ending of a slug, the same one each time for a key of this user."""
    if not key:
        return get_random_string(10, _LETTERS)
    digest = salted_hmac("games.blanks.packs", f"{user.pk} {key}", algorithm="sha256").digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:10])


def _new_slug(name: str, ending: str) -> str:
    """Return a slug with the words of the pack's name."""
    words = slugify(name)[:40].strip("-") or "pack"
    return f"{words}-{ending}"


def forget_author(*, user: Any) -> None:
    """Remove an author's name from their packs and from what moderators wrote.

    The packs themselves stay. A file that they have not taken is deleted.
    """
    Pack.objects.filter(owner=user).exclude(author_line="").update(author_line="")
    uploads.forget(user)
    forget_in(Pack.objects.all(), "state_reason", user)
    forget_in(PackBar.objects.all(), "reason", user)
