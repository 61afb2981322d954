"""Players' reports of cards to moderators (Blanks 21)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from chat.models import Report
from chat.moderation.decisions import Removal
from chat.moderation.reports import report_subject
from games.blanks.packs.moderation import hide_card, show_card
from games.blanks.packs.refusals import PackCode
from games.blanks.packs.selectors import may_see
from games.blanks.rules.content import BlackCard, Content, WhiteCard
from games.blanks.rules.view import BlanksView
from games.engine import codec
from games.models import Match, PackCard
from games.page.snapshot import MatchSnapshot, snapshot_of
from games.refusals import Refusal
from games.services.match_engine import engine_of
from games.topics import rooms_of

KIND = "card"


def report_card(*, user: Any, public_id: str, card: str, reason: str) -> Report:
    """Report a card that this player can see now, with its match and round.

    Raise `Refusal` with the code `no_such_card`, or the same as
    `chat.moderation.reports.report_subject`.
    """
    found = card_in_sight(user=user, public_id=public_id, card=card)
    snapshot = snapshot_of(public_id)
    assert snapshot is not None
    # Games with packs are played in rounds.
    number = snapshot.view(None).round  # type: ignore[attr-defined]
    listed = PackCard.objects.select_related("pack__owner").filter(
        pack__slug=found.pack, name=found.card
    )
    return report_subject(
        reporter=user,
        kind=KIND,
        subject=_subject(found.text, found.pack, found.card),
        **_owned(listed.first()),
        room_key=rooms_of(public_id)[0],
        place=_("round %(round)s") % {"round": number},
        reason=reason,
    )


def report_listed_card(*, user: Any, card_pk: int, reason: str) -> Report:
    """Report a card of a pack that this user may read.

    Raise `Refusal` with the code `no_such_card`, or the same as
    `chat.moderation.reports.report_subject`.
    """
    card = PackCard.objects.select_related("pack__owner").filter(pk=card_pk).first()
    if card is None or not may_see(user, card.pack):
        raise Refusal(PackCode.NO_SUCH_CARD)
    place = _("the page of the pack %(pack)s") % {"pack": card.pack.name}
    subject = _subject(card.text, card.pack.slug, card.name)
    return report_subject(
        reporter=user, kind=KIND, subject=subject, **_owned(card), place=place, reason=reason
    )


def _owned(card: PackCard | None) -> dict[str, Any]:
    """Return what a report says of a card's row: its key and its owner."""
    return {"subject_id": str(card.pk), "about": card.pack.owner} if card else {}


def card_removal() -> Removal:
    """Return how reported cards are hidden and shown again."""

    def possible(report: Report) -> bool:
        return PackCard.objects.filter(pk=report.subject_id or 0).exists()

    def remove(moderator: Any, report: Report, reason: str) -> bool:
        pk = int(report.subject_id)
        if PackCard.objects.filter(pk=pk, hidden=True).exists():
            return False
        hide_card(moderator=moderator, card_pk=pk, reason=reason, notifies=False)
        return True

    def restore(moderator: Any, report: Report, reason: str) -> None:
        show_card(moderator=moderator, card_pk=int(report.subject_id), reason=reason)

    return Removal(possible, remove, restore)


def card_in_sight(*, user: Any, public_id: str, card: str) -> BlackCard | WhiteCard:
    """Return a card of a running match that this player can see.

    Raise `Refusal` with the code `no_such_card`.
    """
    found = [one for one in cards_in_sight(user=user, public_id=public_id) if one.id == card]
    if not found:
        raise Refusal(PackCode.NO_SUCH_CARD)
    return found[0]


def cards_in_sight(*, user: Any, public_id: str) -> list[BlackCard | WhiteCard]:
    """Return all cards that this player can see, black ones first.

    Raise `Refusal` (`no_such_card`) if the user does not play in a running match of Blanks.
    """
    snapshot = snapshot_of(public_id)
    if snapshot is None or snapshot.match.game != "blanks":
        raise Refusal(PackCode.NO_SUCH_CARD)
    seat = snapshot.seat_of(user)
    if seat is None or snapshot.match.status != Match.Status.RUNNING:
        raise Refusal(PackCode.NO_SUCH_CARD)
    seen = _seen(snapshot, seat)
    content: Content = engine_of(snapshot.match).setup.content
    cards: tuple[BlackCard | WhiteCard, ...] = (*content.black, *content.white)
    return [card for card in cards if card.id in seen]


def _seen(snapshot: MatchSnapshot, seat: int) -> set[str]:
    """Return the ids of all cards in the player's view.

    Those of a closing view that is still on their page are among them.
    """
    view = snapshot.view(seat)
    assert isinstance(view, BlanksView)
    seen = _cards_of(view)
    for told in snapshot.told:
        mine = told.event.once and seat in (told.event.to or ())
        if mine and told.decision == snapshot.match.decision_id:
            seen |= _cards_of(codec.build(dict(told.event.facts), BlanksView))
    return seen


def _cards_of(view: BlanksView) -> set[str]:
    shown = [*(view.hand or ()), *(view.my_play or ())]
    shown += [card for play in view.plays or () for card in play.cards]
    return {card.id for card in shown} | ({view.black.id} if view.black else set())


def _subject(text: str, pack: str, card: str) -> str:
    """Return the text of a card with its pack and id, for moderators to find it."""
    return f"{text} [{pack} {card[:40]}]"
