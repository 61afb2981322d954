"""Which packs there are for whom, and what cards a match gets from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from chat.live.batch import memoized_in_batch
from games.blanks.rules import packs as rules
from games.blanks.rules.content import MOST_BLACK, MOST_WHITE, Content, too_large
from games.models import Match, Pack, PackBar, PackCard
from games.refusals import HouseCode, Refusal

State = Pack.State
Colour = PackCard.Colour


def own_states() -> Q:
    """The packs their author may use in closed games: private, submitted, rejected; not blocked."""
    return Q(state__in=[State.PRIVATE, State.SUBMITTED, State.REJECTED], blocked=False)


def usable(owner: Any, access: str, slugs: Sequence[str]) -> list[Pack]:
    """Those of these packs that a table of this owner and access may use, in the order asked."""
    allowed = Q(state=State.APPROVED)
    if access != Match.Access.OPEN and owner is not None:
        allowed |= own_states() & Q(owner=owner)
    found = {pack.slug: pack for pack in Pack.objects.filter(allowed, slug__in=slugs)}
    return [found[slug] for slug in slugs if slug in found]


def ages(slugs: Collection[str]) -> dict[str, int]:
    """From which age on each of these packs is meant to be read."""
    wanted = frozenset(slugs)
    rows = Pack.objects.filter(slug__in=wanted).values_list("slug", "min_age")
    return memoized_in_batch(("ages of packs", wanted), lambda: dict(rows))


def choosable(user: Any) -> list[Pack]:
    """The packs this user may choose from for some table: approved ones, then own ones."""
    allowed = Q(state=State.APPROVED) | own_states() & Q(owner_id=user.pk)
    packs = Pack.objects.filter(allowed).order_by("-house", "name", "pk")
    return sorted(packs, key=lambda pack: pack.state != State.APPROVED)


def content_for(match: Match, slugs: Sequence[str]) -> Content:
    """The cards of these packs put together, hidden ones left out.

    Raises `Refusal("pack_unavailable")` when one may not be used or they are too many.
    """
    packs = usable(match.owner, match.settings.access, slugs)
    if len(packs) != len(slugs):
        raise Refusal(HouseCode.PACK_UNAVAILABLE)
    content = merged(packs)
    if too_large(content):
        raise Refusal(HouseCode.PACK_UNAVAILABLE, too_many_words())
    return content


def too_many(packs: Sequence[Pack]) -> bool:
    """Whether these packs together hold more cards than a match takes (Blanks 18)."""
    dealt = PackCard.objects.filter(pack__in=packs, hidden=False)
    blacks = dealt.filter(colour=Colour.BLACK).count()
    # Merging drops duplicates, so packs that look too large may not be; merge only those to know.
    if blacks <= MOST_BLACK and dealt.count() - blacks <= MOST_WHITE:
        return False
    return too_large(merged(packs))


def too_many_words() -> str:
    return _("The packs hold more than 1000 black or 4000 white cards. Choose fewer packs.")


def merged(packs: Sequence[Pack]) -> Content:
    """The cards of the packs that are dealt, numbered in the order of the packs."""
    cards: defaultdict[int, list[PackCard]] = defaultdict(list)
    for card in PackCard.objects.filter(pack__in=packs, hidden=False).order_by("colour", "place"):
        cards[card.pack_id].append(card)
    return rules.merge([as_value(pack, cards[pack.pk]) for pack in packs])


def as_value(pack: Pack, cards: Sequence[PackCard]) -> rules.Pack:
    """The pack as the rules know it."""
    return rules.Pack(
        slug=pack.slug,
        name=pack.name,
        language=pack.language,
        description=pack.description,
        author=pack.author_line,
        licence=pack.licence,
        min_age=pack.min_age,
        black=tuple(
            rules.PackBlack(id=card.name, text=card.text, pick=card.pick, draw=card.draw)
            for card in cards
            if card.colour == Colour.BLACK
        ),
        white=tuple(
            rules.PackWhite(id=card.name, text=card.text)
            for card in cards
            if card.colour == Colour.WHITE
        ),
    )


def with_counts(packs: QuerySet[Pack]) -> QuerySet[Pack]:
    """Each with `blacks`, `whites` and `hidden_cards`, counted."""
    return packs.annotate(
        blacks=Count("cards", filter=Q(cards__colour=Colour.BLACK)),
        whites=Count("cards", filter=Q(cards__colour=Colour.WHITE)),
        hidden_cards=Count("cards", filter=Q(cards__hidden=True)),
    )


def packs_of(user: Any) -> QuerySet[Pack]:
    """The packs this user made, the last changed first."""
    return with_counts(Pack.objects.filter(owner=user)).order_by("-changed_at", "-pk")


def approved_packs() -> QuerySet[Pack]:
    """The packs everybody may use, the house's own first."""
    approved = Pack.objects.filter(state=State.APPROVED)
    return with_counts(approved.select_related("owner")).order_by("-house", "name", "pk")


def may_see(user: Any, pack: Pack) -> bool:
    """Approved packs are for everybody to read; any other for its author and moderators."""
    return (
        pack.state == State.APPROVED
        or (pack.owner_id is not None and pack.owner_id == user.pk)
        or bool(user.has_perm("games.view_pack"))
    )


def bar_of(user: Any) -> PackBar | None:
    """The bar that keeps this user from making packs, if there is one.

    What binds a person binds the next guest account of the same browser.
    """
    same = Q(user=user)
    if user.is_guest and user.device:
        same |= Q(user__device=user.device)
    return PackBar.objects.filter(same).first()
