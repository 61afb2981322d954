"""Moderators' pages of packs: the queue, decisions, cards and authors."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chat.core import clock
from chat.messages.selectors import open_notices
from chat.models import ModeratorAct
from chat.moderation.decisions import decide_report, notify_decided, undo_decision
from games.blanks.packs import services
from games.blanks.packs.reports import report_listed_card
from games.models import Pack, PackBar
from lobby.models import User
from tests.games.blanks.packs.conftest import made, pack_file, upload
from tests.games.test_admin import do, moderator

__all__ = ["made", "moderator"]

pytestmark = pytest.mark.django_db

LIST = "admin:games_pack_changelist"


@pytest.fixture
def ada(person: Any) -> Any:
    return person("ada")


def acts() -> list[str]:
    return list(ModeratorAct.objects.order_by("pk").values_list("act", flat=True))


def test_the_queue_shows_submitted_packs_oldest_first(
    client: Client, ada: Any, made: Any, moderator: Any
) -> None:
    first, _private, second = made(ada, "submitted"), made(ada), made(ada, "submitted")
    rows = client.get(reverse(LIST)).context["cl"].result_list
    assert [row.pk for row in rows] == [first.pk, second.pk]


def test_a_moderator_approves_a_pack(client: Client, ada: Any, made: Any, moderator: Any) -> None:
    pack = made(ada, "submitted")
    do(client, "approve", pack, reason="Fine.")
    pack.refresh_from_db()
    assert (pack.state, acts()) == ("approved", ["approve pack"])


@pytest.mark.parametrize("block", [False, True])
def test_a_moderator_rejects_a_pack_and_may_block_it(
    client: Client, ada: Any, made: Any, moderator: Any, block: bool
) -> None:
    pack = made(ada, "submitted")
    do(client, "reject", pack, reason="Cruel.", **({"block": "on"} if block else {}))
    pack.refresh_from_db()
    assert (pack.state, pack.state_reason, pack.blocked) == ("rejected", "Cruel.", block)


def test_a_pack_changed_since_its_page_was_opened_is_not_approved(
    client: Client, ada: Any, made: Any, moderator: Any
) -> None:
    pack = made(ada, "submitted")
    url = reverse("admin:games_pack_change", args=[pack.pk])
    page: Any = client.get(url)
    (seen,) = [form["seen"].value() for act, form in page.context["acts"] if act.name == "approve"]
    upload(ada, pack_file(name="Pier"), pack.slug)
    services.submit_pack(user=ada, slug=pack.slug)
    client.post(url, {"act": "approve", "seen": seen, "reason": "Fine."})
    pack.refresh_from_db()
    assert (pack.state, acts()) == ("submitted", [])


def test_the_page_of_a_pack_shows_its_cards(
    client: Client, ada: Any, made: Any, moderator: Any
) -> None:
    pack = made(ada, "submitted", white=[{"text": "a < b > rope"}])
    page = client.get(reverse("admin:games_pack_change", args=[pack.pk])).text
    assert "The pilot swears by" in page
    assert "a &lt; b &gt; rope" in page


def test_a_moderator_retires_a_pack_and_bars_its_author(
    client: Client, ada: Any, made: Any, moderator: Any
) -> None:
    pack = made(ada, "approved")
    do(client, "retire", pack, reason="Old.")
    do(client, "bar_author", pack, reason="Spam.")
    pack.refresh_from_db()
    assert pack.state == "retired"
    bar = PackBar.objects.get(user=ada)
    do(client, "lift", bar, reason="Talked.")
    assert not PackBar.objects.exists()
    assert acts() == ["retire pack", "bar author of packs", "lift bar of packs"]


def test_a_moderator_hides_a_card_and_shows_it_again(client: Client, moderator: Any) -> None:
    cards = Pack.objects.get(slug="house-pack").cards.all()
    card = cards[5]
    do(client, "hide", card, reason="Unkind.")
    assert list(cards.filter(hidden=True)) == [card]
    do(client, "show", card, reason="A mistake.")
    assert not cards.filter(hidden=True).exists()
    assert acts() == ["hide card", "show card"]


def test_cards_are_found_by_text_and_by_pack(
    client: Client, ada: Any, made: Any, moderator: Any
) -> None:
    pack = made(ada)
    url = reverse("admin:games_packcard_changelist")
    for wanted in ({"q": "low tid"}, {"pack__id__exact": str(pack.pk), "colour__exact": "white"}):
        rows = client.get(url, wanted).context["cl"].result_list
        assert "low tide" in [row.text for row in rows]
        assert all(row.pack_id == pack.pk for row in rows)


def test_a_decision_on_a_report_hides_the_card_and_undoing_it_shows_the_card(
    ada: Any, made: Any, moderator: Any
) -> None:
    pack = made(ada, "approved")
    card = pack.cards.all()[0]
    bruno = User.objects.create_user("Bruno")
    report = report_listed_card(user=bruno, card_pk=card.pk, reason="cruel")
    assert report.about == ada
    decide_report(moderator=moderator, report=report, decision="removed", reason="Hate")
    card.refresh_from_db()
    assert card.hidden
    assert not open_notices(ada)
    undo_decision(moderator=moderator, report=report)
    card.refresh_from_db()
    assert not card.hidden
    decide_report(moderator=moderator, report=report, decision="removed", reason="Hate")
    clock.move(61)
    notify_decided()
    assert "Hate" in open_notices(ada)[0].text
