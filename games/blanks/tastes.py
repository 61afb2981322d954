"""The table of tastes (Blanks 25): learnt daily from matches of people that everybody could watch.

Only counts go into it that every record of such a match shows; ballots are not touched.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from django.db import transaction
from django.db.models import F, Q, QuerySet, Sum

from chat.core.batched_jobs import claimed
from chat.core.machine_faults import is_of_machine
from games.blanks.rules.content import Content
from games.blanks.rules.record import round_part
from games.blanks.rules.tastes import Counts, mean_of, smoothed
from games.engine.record import replay
from games.models import CardTaste, CountedMatch, Match, Pack
from games.services.locks import in_turn
from games.services.match_engine import engine_of
from games.services.record import lines_of

log = logging.getLogger(__name__)


def learn_one() -> bool:
    """Counts the votes of one match that is over; whether there was one."""
    with in_turn(), transaction.atomic(durable=True):
        match = _to_count().first() if claimed("blanks.tastes") else None
        if match is None:
            return False
        if _learnable(match):
            _learn(match)
        CountedMatch.objects.create(match=match)
    return True


def more_to_learn() -> bool:
    """Whether a match is over that was not looked at."""
    return _to_count().exists()


def _to_count() -> QuerySet[Match]:
    """In the order they were made."""
    over = Match.objects.filter(game="blanks", status=Match.Status.FINISHED, counted=None)
    return over.order_by("created_at", "pk")


def _learnable(match: Match) -> bool:
    """Everybody could watch it, and no bot sat in it, not even for a while."""
    watched = match.settings.access == "open" and match.settings.spectators
    return watched and not match.seats.filter(~Q(bot="") | Q(program=True)).exists()


def _learn(match: Match) -> None:
    try:
        counts, content = Counts(), engine_of(match).setup.content
        parts = (round_part(one) for one in replay(engine_of(match), lines_of(match)))
        counts.add(part for part in parts if part is not None)
    except Exception as error:
        if is_of_machine(error):
            raise
        log.exception("match %s: nothing can be learnt from it", match.pk)
        return
    _add(counts, content)


def _add(counts: Counts, content: Content) -> None:
    packs = {pack.slug: pack for pack in Pack.objects.filter(slug__in=_slugs(content))}
    for card in content.white:
        if counts.possible[card.id] and card.pack in packs:
            got, possible = counts.got[card.id], counts.possible[card.id]
            row, made = CardTaste.objects.get_or_create(
                pack=packs[card.pack],
                text=card.text,
                defaults={"got": got, "possible": possible},
            )
            if not made:
                CardTaste.objects.filter(pk=row.pk).update(
                    got=F("got") + got, possible=F("possible") + possible
                )


def tastes_for(content: Content) -> Mapping[str, float]:
    """White card, by id -> how much it is liked. Empty where nothing has been learnt of its packs.

    A card that was never voted on is as liked as its pack; a pack of which nothing is known, as the
    others.
    """
    rows = CardTaste.objects.filter(pack__slug__in=_slugs(content))
    known = {
        (slug, text): (got, possible)
        for slug, text, got, possible in rows.values_list("pack__slug", "text", "got", "possible")
    }
    if not known:
        return {}
    sums = rows.values("pack__slug").annotate(all_got=Sum("got"), all_possible=Sum("possible"))
    means = {one["pack__slug"]: mean_of(one["all_got"], one["all_possible"]) for one in sums}
    usual = sum(means.values()) / len(means)
    return {
        card.id: smoothed(*known.get((card.pack, card.text), (0, 0)), means.get(card.pack, usual))
        for card in content.white
    }


def _slugs(content: Content) -> set[str]:
    return {card.pack for card in content.white}
