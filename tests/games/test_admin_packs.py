"""Moderators' pages of packs: the queue, decisions, cards and authors."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chat.models import ModeratorAct
from games.blanks.packs import services
from games.models import Pack, PackBar
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
    page = client.get(reverse("admin:games_pack_change", args=[pack.pk])).text
    read = pack.changed_at.isoformat()
    assert read in page
    upload(ada, pack_file(name="Pier"), pack.slug)
    services.submit_pack(user=ada, slug=pack.slug)
    chosen = {"action": "approve", "_selected_action": [pack.pk], "read": read}
    asked = client.post(reverse(LIST) + "?state=all", chosen)
    seen = asked.context["form"]["seen"].value()
    fields = {**chosen, "confirmed": "1", "seen": seen, "reason": "Fine."}
    client.post(reverse(LIST) + "?state=all", fields)
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
