"""Blanks for the registry of games, with its packs of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _, ngettext

from chat.core.field_errors import allow, unknown
from games.blanks.bots import with_tastes
from games.blanks.packs import selectors as packs
from games.blanks.rules.options import BlanksOptions
from games.blanks.tastes import tastes_for
from games.blanks.title import BLANKS, TASTEFUL
from games.engine.base import Bot
from games.engine.codec import build
from games.models import Match, Pack
from games.page.table_game import TableGame
from games.refusals import HouseCode, Refusal
from games.services.bot_plans import keep_notes, notes_of

MOST_NAMED = 20  # packs in an error
MOST_SHARE = 4  # a match without a target or a limit, compared with a usual one


class BlanksGame(TableGame):
    """Blanks with what it needs from the database. Implements `registry.Game`."""

    title = BLANKS
    scripts = ("games/blanks/vote.js", "games/blanks/evening.js")
    opens_when_aborted = True

    def share(self, options: Mapping[str, Any]) -> float:
        given, usual = build(options, BlanksOptions), BlanksOptions()
        shares = [
            given.target_score / usual.target_score,
            given.round_limit / usual.round_limit,
        ]
        rounds = min((share for share in shares if share), default=MOST_SHARE)
        return (
            rounds
            * (given.play_seconds + given.vote_seconds)
            / (usual.play_seconds + usual.vote_seconds)
        )

    def content(self, match: Any) -> Any:
        """Return the cards of the chosen packs, merged.

        Raise `Refusal("pack_unavailable")` if one of the packs may not be used.
        """
        return packs.content_for(match, self._slugs(match))

    def start(self, *, match: Any, seats: Sequence[Any], prepared: Any, at: datetime) -> None:
        super().start(match=match, seats=seats, prepared=prepared, at=at)
        # A copy of today's tastes, so that the bots play alike for the whole match.
        if tastes := tastes_for(prepared):
            keep_notes(match=match, notes=tastes)

    def bot(self, match: Any, name: str) -> Bot:
        if name not in TASTEFUL:
            return super().bot(match, name)
        return with_tastes(notes_of(match, dict[str, float]) or {})

    def check_options(self, match: Any) -> None:
        chosen = self._slugs(match)
        if len(set(chosen)) != len(chosen):
            words = allow("options.packs", _("Choose each pack only once."))
            raise Refusal(HouseCode.BAD_OPTION, words)
        found = packs.usable(match.owner, match.access, chosen)
        if len(found) != len(chosen):
            raise Refusal(HouseCode.BAD_OPTION, self._why_not(match, chosen))
        if packs.too_many(found):
            raise Refusal(HouseCode.BAD_OPTION, packs.too_many_words())

    def _why_not(self, match: Any, chosen: Sequence[str]) -> str:
        """Return a sentence on the packs that an open table may not use."""
        found = {pack.slug for pack in packs.usable(match.owner, Match.Access.OPEN, chosen)}
        own = packs.usable(match.owner, Match.Access.INVITE, chosen)
        names = [f"“{pack.name}”" for pack in own if pack.slug not in found]
        known = [pack.slug for pack in packs.choosable(match.owner)]
        if strange := [slug for slug in chosen if slug not in known]:
            return allow("options.packs", unknown(strange[0], known[:MOST_NAMED]))
        if match.access != Match.Access.OPEN or not names:
            return _("One of the packs can't be used at this kind of table.")
        text = ngettext(
            "%(names)s has not been approved for public tables yet. Use a password or invitations,"
            " or leave the pack out.",
            "%(names)s have not been approved for public tables yet. Use a password or"
            " invitations, or leave these packs out.",
            len(names),
        )
        return text % {"names": get_text_list(names, _("and"))}

    def options_again(self, match: Any) -> dict[str, Any]:
        usable = {pack.slug for pack in packs.usable(match.owner, match.access, self._slugs(match))}
        kept = [slug for slug in self._slugs(match) if slug in usable]
        return {**match.options, "packs": kept or ["house-pack"]}

    def remarks(self, matches: Sequence[Any]) -> Mapping[int, str]:
        """Return the minimum age of each match's packs in words, by match."""
        chosen = {match.pk: self._slugs(match) for match in matches}
        ages = packs.ages({slug for slugs in chosen.values() for slug in slugs})
        oldest = {pk: max(ages.get(slug, 0) for slug in slugs) for pk, slugs in chosen.items()}
        return {pk: _("age %(age)s+") % {"age": age} for pk, age in oldest.items() if age}

    def option_choices(self, user: Any) -> Mapping[str, list[tuple[str, str]]]:
        mine = packs.choosable(user)
        slugs = [pack.slug for pack in mine]
        anywhere = {pack.slug for pack in packs.usable(user, Match.Access.OPEN, slugs)}
        return {"packs": [(pack.slug, _label(pack, pack.slug in anywhere)) for pack in mine]}

    def _slugs(self, match: Match) -> list[str]:
        return list(build(match.options, BlanksOptions).packs)


def _label(pack: Pack, anywhere: bool) -> str:
    """Return the name of a pack with its minimum age and any limit on its use."""
    name = f"{pack.name} ({pack.min_age}+)"
    return name if anywhere else _("%(pack)s (not at open tables)") % {"pack": name}


GAME = BlanksGame()
