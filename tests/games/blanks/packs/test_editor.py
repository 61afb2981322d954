"""The pack editor: one card a line, each with its preview."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.blanks.packs import moderation
from games.blanks.packs.drafts import SHOWN
from games.blanks.packs.reading.preview import Fault
from games.blanks.packs.reading.texts import fault_text
from games.models import Pack

pytestmark = pytest.mark.django_db

WRITE, LOOK = "/packs/write/", "/packs/write/look/"
FIELDS = {
    "name": "Harbour",
    "language": "en",
    "age": "13",
    "description": "Of the sea.",
    "author": "Ada",
    "licence": "CC0",
    "black": "The pilot swears by ____.\r\nWhat helps? | pick 2",
    "white": "a rope\r\nlow tide",
}


def saved(pack: Pack) -> list[tuple[str, str, int, int]]:
    cards = pack.cards.order_by("colour", "place")
    return [(card.name, card.text, card.pick, card.draw) for card in cards]


def test_a_saved_draft_becomes_a_private_pack(client: Client, ada: Any) -> None:
    client.force_login(ada)
    answer = client.post(WRITE, FIELDS)
    pack = Pack.objects.get(owner=ada)
    assert answer.headers["Location"] == reverse("packs:pack", args=[pack.slug])
    assert (pack.name, pack.state, pack.description) == ("Harbour", "private", "Of the sea.")
    assert (pack.author_line, pack.licence, pack.min_age) == ("Ada", "CC0", 13)
    assert saved(pack) == [
        ("b001", "The pilot swears by ____.", 1, 0),
        ("b002", "What helps?", 2, 1),
        ("w001", "a rope", 0, 0),
        ("w002", "low tide", 0, 0),
    ]


def test_faults_name_their_line_and_text_and_the_draft_is_preserved(
    client: Client, ada: Any
) -> None:
    client.force_login(ada)
    white = "a rope\r\n\r\nthe <b>mast</b> __\r\nlow tide"
    answer = client.post(WRITE, {**FIELDS, "white": white})
    assert (answer.status_code, answer.headers["X-Ridotto-Code"]) == (422, "blank_in_white")
    assert not Pack.objects.filter(owner=ada).exists()
    assert "White card, line 3" in answer.text
    assert '<q class="fault-quote" dir="auto">the &lt;b&gt;mast&lt;/b&gt; __</q>' in answer.text
    assert fault_text(Fault(place="", code="blank_in_white")) in answer.text
    assert "the &lt;b&gt;mast&lt;/b&gt; __\r\nlow tide</textarea>" in answer.text


def test_the_preview_shows_the_finished_cards_and_saves_nothing(client: Client, ada: Any) -> None:
    client.force_login(ada)
    text = client.post(LOOK, {"name": "", "black": "What helps? | pick 3", "white": "a rope."}).text
    assert "Pick 3, in order" in text
    assert ">A rope</p>" in text
    assert "notice error draft-faults" not in text  # the name may come later
    assert not Pack.objects.filter(owner=ada).exists()


def test_without_script_a_button_shows_the_cards(client: Client, ada: Any) -> None:
    client.force_login(ada)
    answer = client.post(WRITE, {**FIELDS, "name": "", "check": "1"})
    assert answer.status_code == 200
    assert "Pick 2, in order" in answer.text
    assert fault_text(Fault(place="", code="bad_name")) in answer.text
    assert not Pack.objects.filter(owner=ada).exists()


def test_a_long_draft_shows_the_cards_around_the_current_line(client: Client, ada: Any) -> None:
    client.force_login(ada)
    many = "\n".join(f"answer {number}" for number in range(3 * SHOWN))
    fields = {"white": many, "white_at": str(2 * SHOWN + 5), "black_at": "-1"}
    text = client.post(LOOK, fields).text
    assert text.count('class="answer"') == SHOWN
    assert f"Cards {2 * SHOWN + 1} to {3 * SHOWN} of {3 * SHOWN}" in text
    assert f"{3 * SHOWN} white cards" in text


def test_an_edited_pack_keeps_its_capitals_and_its_words(
    client: Client, ada: Any, made: Any
) -> None:
    pack = made(ada, language="de", white=[{"text": "A &amp;amp; O"}, {"text": "The end"}])
    pack.language = "en"
    pack.save()
    client.force_login(ada)
    edit = reverse("packs:edit", args=[pack.slug])
    page = client.get(edit)
    assert "A &amp;amp;amp; O" in page.text
    assert 'name="keep_capitals" value="1" checked' in page.text
    fields = {**FIELDS, "white": page.context["draft"].white, "keep_capitals": "1"}
    assert client.post(edit, fields).status_code == 302
    assert list(pack.cards.filter(colour="white").values_list("text", flat=True)) == [
        "A &amp; O",
        "The end",
    ]


def test_an_edited_card_gets_a_new_id_and_the_others_do_not(
    client: Client, ada: Any, moderator: Any, made: Any
) -> None:
    pack = made(ada, "approved", white=[{"id": "rope", "text": "a rope"}, {"text": "low tide"}])
    card = pack.cards.get(text="low tide")
    moderation.hide_card(moderator=moderator, card_pk=card.pk, reason="Unkind.")
    client.force_login(ada)
    edit = reverse("packs:edit", args=[pack.slug])
    assert "\na rope\nlow tide</textarea>" in client.get(edit).text
    assert client.post(edit, {**FIELDS, "white": "high tide\nlow tide\na rope"}).status_code == 302
    pack.refresh_from_db()
    assert pack.state == "private"
    rows = pack.cards.filter(colour="white").order_by("place")
    assert [(row.name, row.text, row.hidden) for row in rows] == [
        ("w002", "high tide", False),
        ("w001", "low tide", True),
        ("rope", "a rope", False),
    ]


def test_nobody_can_edit_another_users_pack(
    client: Client, ada: Any, bruno: Any, made: Any
) -> None:
    edit = reverse("packs:edit", args=[made(ada, "approved").slug])
    assert client.get(edit).status_code == 302
    client.force_login(bruno)
    assert client.get(edit).status_code == 404
    assert client.post(edit, FIELDS).status_code == 404
    assert client.get(LOOK).status_code == 405


def test_a_barred_author_is_refused(client: Client, ada: Any, moderator: Any, made: Any) -> None:
    moderation.bar_author(moderator=moderator, slug=made(ada).slug, reason="Spam, again.")
    client.force_login(ada)
    assert "Spam, again." in client.get(WRITE).text
    upload = client.get("/packs/upload/").text
    assert "Spam, again." in upload
    assert 'type="file"' not in upload
    answer = client.post(WRITE, FIELDS)
    assert (answer.status_code, answer.headers["X-Ridotto-Code"]) == (422, "author_barred")


def test_a_hidden_character_is_shown_by_its_number(client: Client, ada: Any) -> None:
    client.force_login(ada)
    text = client.post(LOOK, {"white": "a \u202erope\x07"}).text
    assert "a [U+202E]rope[U+0007]" in text
