"""Authors' actions on their packs (Blanks 20, 21).

A function that raises `Refusal` has changed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.crypto import get_random_string
from django.utils.text import slugify

from chat.core.clock import now
from chat.messages.validation import blocked_words
from chat.moderation.names_in_acts import forget_in
from games.blanks.packs.refusals import Faulty, Kind, PackCode, quotes_of_draft, quotes_of_file
from games.blanks.packs.selectors import bar_of
from games.blanks.rules import packs as rules
from games.blanks.rules.packs.model import key as same_words
from games.models import Pack, PackBar, PackCard
from games.refusals import Refusal
from games.services.table_access import lock_person

MOST_PACKS = 20
State = Pack.State
Notices = tuple[rules.Notice, ...]

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_SUBMITTABLE = {State.PRIVATE, State.REJECTED, State.RETIRED}


def upload_pack(
    *, user: Any, data: bytes, kind: Kind, name: str = "", language: str = "en", age: Any = 13
) -> tuple[Pack, Notices]:
    """Make a private pack from a file. Name, language and age are for CSV only.

    Raise `Faulty` with all faults of the file, or `Refusal` with the code `author_barred` or
    `too_many_packs`.
    """
    return _make(user, *_read(data, kind, name, language, age))


def write_pack(*, user: Any, draft: rules.Draft) -> tuple[Pack, Notices]:
    """Make a private pack from a draft. Raise the same as `upload_pack`."""
    return _make(user, *_read_draft(draft))


def _make(user: Any, parsed: rules.Parsed, value: rules.Pack) -> tuple[Pack, Notices]:
    with transaction.atomic():
        # Serialises a person's uploads, so that the limit holds.
        lock_person(user)
        _check_bar(user)
        if Pack.objects.filter(owner=user).count() >= MOST_PACKS:
            raise Refusal(PackCode.TOO_MANY_PACKS)
        at = now()
        pack = Pack(slug=_new_slug(value.name), owner=user, created_at=at)
        _write(pack, value, at)
    return pack, parsed.notices


def replace_pack(
    *,
    user: Any,
    slug: str,
    data: bytes,
    kind: Kind,
    name: str = "",
    language: str = "en",
    age: Any = 13,
) -> tuple[Pack, Notices]:
    """Replace the cards of a pack, which becomes private again.

    A card that a moderator has hidden stays hidden while its words are the same. Raise the same as
    `upload_pack`, but for `too_many_packs`, and the same as `lock_own`.
    """
    return _replace(user, slug, *_read(data, kind, name, language, age))


def rewrite_pack(*, user: Any, slug: str, draft: rules.Draft) -> tuple[Pack, Notices]:
    """Replace a pack by a draft. Cards that keep their words keep their ids.

    Raise the same as `replace_pack`.
    """
    own = PackCard.objects.filter(pack__slug=slug, pack__owner=user).order_by("-place")
    ids = {(card.colour, same_words(card.text)): card.name for card in own}
    return _replace(user, slug, *_read_draft(draft, ids))


def _replace(user: Any, slug: str, parsed: rules.Parsed, value: rules.Pack) -> tuple[Pack, Notices]:
    with transaction.atomic():
        _check_bar(user)
        pack = lock_own(user, slug)
        hidden = {(card.colour, same_words(card.text)) for card in pack.cards.filter(hidden=True)}
        pack.cards.all().delete()
        pack.state, pack.submitted_at = State.PRIVATE, None
        _write(pack, value, now(), hidden)
    return pack, parsed.notices


def _read(
    data: bytes, kind: Kind, name: str, language: str, age: Any
) -> tuple[rules.Parsed, rules.Pack]:
    """Return the file as parsed, and its pack. Raise `Faulty` if it has faults."""
    blocked = blocked_words()
    if kind == "json":
        parsed = rules.parse_json(data, blocked=blocked)
    else:
        parsed = rules.parse_csv(data, name, language, age, blocked=blocked)
    if parsed.pack is None:
        raise Faulty(parsed, quotes_of_file(data, kind, parsed.faults))
    return parsed, parsed.pack


def _read_draft(
    draft: rules.Draft, ids: Mapping[tuple[str, str], str] | None = None
) -> tuple[rules.Parsed, rules.Pack]:
    """Return the draft as parsed, and its pack. Raise `Faulty` if it has faults."""
    parsed = rules.parse_lines(draft, blocked=blocked_words(), ids=ids)
    if parsed.pack is None:
        raise Faulty(parsed, quotes_of_draft(draft))
    return parsed, parsed.pack


def _write(
    pack: Pack,
    value: rules.Pack,
    at: datetime,
    hidden: set[tuple[str, str]] | frozenset[tuple[str, str]] = frozenset(),
) -> None:
    pack.name, pack.language, pack.description = value.name, value.language, value.description
    pack.author_line, pack.licence, pack.min_age = value.author, value.licence, value.min_age
    pack.changed_at = at
    pack.save()
    rows = [_row(pack, "black", n, card) for n, card in enumerate(value.black)]
    rows += [_row(pack, "white", n, card) for n, card in enumerate(value.white)]
    for row in rows if hidden else ():
        row.hidden = (row.colour, same_words(row.text)) in hidden
    PackCard.objects.bulk_create(rows, batch_size=500)


def _row(pack: Pack, colour: str, place: int, card: rules.PackBlack | rules.PackWhite) -> PackCard:
    row = PackCard(pack=pack, colour=colour, place=place, name=card.id, text=card.text)
    if isinstance(card, rules.PackBlack):
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


def _new_slug(name: str) -> str:
    """Return a slug with the words of the pack's name and a random ending."""
    words = slugify(name)[:40].strip("-") or "pack"
    return f"{words}-{get_random_string(10, _LETTERS)}"


def forget_author(*, user: Any) -> None:
    """Remove an author's name from their packs and from what moderators wrote.

    The packs themselves stay.
    """
    Pack.objects.filter(owner=user).exclude(author_line="").update(author_line="")
    forget_in(Pack.objects.all(), "state_reason", user)
    forget_in(PackBar.objects.all(), "reason", user)
