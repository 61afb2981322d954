"""Queries about packs: permissions, lists, and the cards for a match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from chat.live.batch import memoized_in_batch
from games.blanks.packs.reading import values
from games.blanks.rules.content import MOST_BLACK, MOST_WHITE, Content, too_large
from games.models import Match, Pack, PackBar, PackCard
from games.refusals import HouseCode, Refusal

State = Pack.State
Colour = PackCard.Colour


def own_states() -> Q:
    """Return a filter for packs that their author may use at closed tables."""
    # Approved packs are for all tables, retired ones for none.
    return Q(state__in=[State.PRIVATE, State.SUBMITTED, State.REJECTED], blocked=False)


def usable(owner: Any, access: str, slugs: Sequence[str]) -> list[Pack]:
    """Return the packs that a table of this owner and access may use, in order."""
    allowed = Q(state=State.APPROVED)
    if access != Match.Access.OPEN and owner is not None:
        allowed |= own_states() & Q(owner=owner)
    found = {pack.slug: pack for pack in Pack.objects.filter(allowed, slug__in=slugs)}
    return [found[slug] for slug in slugs if slug in found]


def ages(slugs: Collection[str]) -> dict[str, int]:
    """Return the minimum age of each of these packs, by slug."""
    wanted = frozenset(slugs)
    rows = Pack.objects.filter(slug__in=wanted).values_list("slug", "min_age")
    return memoized_in_batch(("ages of packs", wanted), lambda: dict(rows))


def choosable(user: Any) -> list[Pack]:
    """Return the packs this user may choose for some table: approved ones, then own."""
    allowed = Q(state=State.APPROVED) | own_states() & Q(owner_id=user.pk)
    packs = Pack.objects.filter(allowed).order_by("-house", "name", "pk")
    return sorted(packs, key=lambda pack: pack.state != State.APPROVED)


def content_for(match: Match, slugs: Sequence[str]) -> Content:
    """Return the merged cards of these packs without hidden ones.

    Raise `Refusal("pack_unavailable")` if a pack may not be used or there are too many cards.
    """
    packs = usable(match.owner, match.settings.access, slugs)
    if len(packs) != len(slugs):
        raise Refusal(HouseCode.PACK_UNAVAILABLE)
    content = merged(packs)
    if too_large(content):
        raise Refusal(HouseCode.PACK_UNAVAILABLE, too_many_words())
    return content


def too_many(packs: Sequence[Pack]) -> bool:
    """Return True if these packs hold more cards than a match takes (Blanks 18)."""
    dealt = PackCard.objects.filter(pack__in=packs, hidden=False)
    blacks = dealt.filter(colour=Colour.BLACK).count()
    # Merging drops duplicates, so packs over the limit may still fit. Only those need merging.
    if blacks <= MOST_BLACK and dealt.count() - blacks <= MOST_WHITE:
        return False
    return too_large(merged(packs))


def too_many_words() -> str:
    return _(
        "Together the packs contain more than 1000 black or 4000 white cards. Choose fewer packs."
    )


def merged(packs: Sequence[Pack]) -> Content:
    """Return the cards of these packs that are not hidden, merged in order."""
    cards: defaultdict[int, list[PackCard]] = defaultdict(list)
    for card in PackCard.objects.filter(pack__in=packs, hidden=False).order_by("colour", "place"):
        cards[card.pack_id].append(card)
    return values.merge([as_value(pack, cards[pack.pk]) for pack in packs])


def as_value(pack: Pack, cards: Sequence[PackCard]) -> values.Pack:
    """Return a pack as the rules' type."""
    return values.Pack(
        slug=pack.slug,
        name=pack.name,
        language=pack.language,
        description=pack.description,
        author=pack.author_line,
        licence=pack.licence,
        min_age=pack.min_age,
        black=tuple(
            values.PackBlack(id=card.name, text=card.text, pick=card.pick, draw=card.draw)
            for card in cards
            if card.colour == Colour.BLACK
        ),
        white=tuple(
            values.PackWhite(id=card.name, text=card.text)
            for card in cards
            if card.colour == Colour.WHITE
        ),
    )


def with_counts(packs: QuerySet[Pack]) -> QuerySet[Pack]:
    """Annotate packs with their numbers of cards: `blacks`, `whites`, `hidden_cards`."""
    return packs.annotate(
        blacks=Count("cards", filter=Q(cards__colour=Colour.BLACK)),
        whites=Count("cards", filter=Q(cards__colour=Colour.WHITE)),
        hidden_cards=Count("cards", filter=Q(cards__hidden=True)),
    )


def packs_of(user: Any) -> QuerySet[Pack]:
    """Return the packs that this user made, last changed first."""
    return with_counts(Pack.objects.filter(owner=user)).order_by("-changed_at", "-pk")


def approved_packs() -> QuerySet[Pack]:
    """Return the packs that everybody may use, those of the site first."""
    approved = Pack.objects.filter(state=State.APPROVED)
    return with_counts(approved.select_related("owner")).order_by("-house", "name", "pk")


def may_see(user: Any, pack: Pack) -> bool:
    """Return True if this user may read the pack."""
    # Everybody may read an approved pack; any other only its author and moderators.
    return (
        pack.state == State.APPROVED
        or (pack.owner_id is not None and pack.owner_id == user.pk)
        or bool(user.has_perm("games.view_pack"))
    )


def bar_of(user: Any) -> PackBar | None:
    """Return the bar that keeps this user from making packs, or None."""
    same = Q(user=user)
    # A guest's bar holds for the next guest account of the same browser.
    if user.is_guest and user.device:
        same |= Q(user__device=user.device)
    return PackBar.objects.filter(same).first()
