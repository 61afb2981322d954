"""A file is looked at first: its preview tells what was read, and makes no pack (Blanks 20.1)."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.blanks.packs import uploads
from games.models import Pack
from lobby.accounts.services import delete_account
from tests.games.blanks.packs.conftest import pack_file
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db

UPLOAD, PREVIEW = "/packs/upload/", "/packs/upload/preview/"
LINES = b"I like ____.\nWhat is it?\na goose\na hat\nwhy"
TABLE = "Satz;Farbe\nIch mag ____.;Black\nSag etwas;prompt\nein Hut;white\nein Boot;rot\n"
TWO = json.dumps(
    [
        {"name": "Harbour", "black": ["The pilot swears by ____."], "white": ["a rope"]},
        {"name": "Kitchen", "black": [], "white": ["a spoon", "a rope", "low tide"]},
    ]
).encode()


def put(client: Client, data: bytes, name: str = "Harbour nights.txt") -> Any:
    """Upload a file and return its preview."""
    return client.post(UPLOAD, {"file": SimpleUploadedFile(name, data)}, follow=True)


def taken(client: Client, page: Any, **fields: Any) -> Any:
    """Press the button that takes the cards, with the fields of the page and these."""
    shown = page.context
    form = {"count": shown["count"], "take": "1", **shown["values"], **fields}
    return client.post(PREVIEW, form, follow=True)


def texts(pack: Pack) -> list[str]:
    return list(pack.cards.order_by("colour", "place").values_list("text", flat=True))


@pytest.fixture
def ann(client: Client, ada: Any) -> Client:
    client.force_login(ada)
    return client


def test_a_preview_makes_no_pack_and_its_button_does(ann: Client, ada: Any) -> None:
    page = put(ann, LINES)
    assert page.redirect_chain[-1][0] == PREVIEW
    assert not Pack.objects.filter(owner=ada).exists()
    assert "Take 5 cards" in page.text
    answer = taken(ann, page, language="en-GB", age="16")
    pack = Pack.objects.get(owner=ada)
    assert answer.redirect_chain[-1][0] == f"/packs/p/{pack.slug}/"
    assert (pack.name, pack.language, pack.min_age) == ("Harbour nights", "en-GB", 16)
    assert texts(pack) == ["I like ____.", "What is it?", "a goose", "a hat", "why"]
    assert ann.get(PREVIEW).status_code == 302, "the file is gone"


def test_pasted_text_is_read_as_a_file_is(ann: Client, ada: Any) -> None:
    page = ann.post(UPLOAD, {"text": pack_file().decode()}, follow=True)
    taken(ann, page)
    assert texts(Pack.objects.get(owner=ada)) == ["The pilot swears by ____.", "a rope", "low tide"]


def test_what_the_person_types_replaces_what_the_file_says(ann: Client, ada: Any) -> None:
    page = put(ann, pack_file(name="x", description="Of the sea.", author="Ada"), "p.json")
    assert taken(ann, page, name="x").headers["X-Ridotto-Code"] == "bad_name"
    taken(ann, page, name="Pier")
    pack = Pack.objects.get(owner=ada)
    assert (pack.name, pack.description, pack.author_line) == ("Pier", "Of the sea.", "Ada")


def test_an_age_of_zero_in_a_file_is_kept(ann: Client, ada: Any) -> None:
    page = put(ann, pack_file(min_age=0), "harbour.json")
    assert page.context["values"]["age"] == 0
    taken(ann, page)
    assert Pack.objects.get(owner=ada).min_age == 0


@pytest.mark.parametrize("fields", [{"language": "?"}, {"age": "19"}, {"age": "old"}])
def test_a_wrong_field_is_refused_and_keeps_the_preview(
    ann: Client, ada: Any, fields: dict[str, str]
) -> None:
    answer = taken(ann, put(ann, LINES), **fields)
    assert answer.status_code == 422
    assert "Take 5 cards" in answer.text
    assert not Pack.objects.filter(owner=ada).exists()


def test_a_file_is_kept_for_its_session_and_an_hour(
    ann: Client, ada: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(ann, LINES)
    assert client_for(ada).get(PREVIEW).status_code == 302
    assert ann.get(PREVIEW).status_code == 200
    put(ann, b"a spoon\na fork")
    assert "Take 2 cards" in ann.get(PREVIEW).text
    assert uploads.SECONDS == 3600
    monkeypatch.setattr(uploads, "SECONDS", 0)
    page = put(ann, LINES)
    assert page.redirect_chain[-1][0] == UPLOAD
    assert "kept for an hour" in page.text


def test_a_deleted_account_leaves_no_file(ann: Client, ada: Any) -> None:
    put(ann, LINES)
    key = f"pack-file.{ada.pk}"
    assert cache.get(key)
    delete_account(user=ada)
    assert cache.get(key) is None


def test_packs_of_one_file_are_chosen_and_joined(ann: Client, ada: Any) -> None:
    page = put(ann, TWO, "two.json")
    assert "2 packs in this file" in page.text
    assert "Take" not in re.findall(r'name="take"', page.text)
    found = ann.post(PREVIEW, {"pack_words": "kitch", "look": "1"})
    assert [one.name for one in found.context["packs"]] == ["Kitchen"]
    page = ann.post(PREVIEW, {"pack": ["0", "1"], "pack_words": "kitch"})
    assert [one.name for one in page.context["packs"]] == ["Harbour", "Kitchen"]
    assert "Take 4 cards" in page.text
    taken(ann, page, pack=["0", "1"], name="Both")
    pack = Pack.objects.get(owner=ada)
    assert texts(pack) == ["The pilot swears by ____.", "a rope", "a spoon", "low tide"]


def test_all_packs_of_a_file_are_chosen_at_once(ann: Client) -> None:
    many = [{"name": f"Pack {n}", "white": [f"card number {n}"]} for n in range(900)]
    page = put(ann, json.dumps(many).encode(), "many.json")
    page = ann.post(PREVIEW, {"all_packs": "1", "pack_count": page.context["preview"].packs})
    assert "Take 900 cards" in page.text
    # More check boxes than a form may have are not shown: the rest of them is one field.
    form = {"pack": [one.position for one in page.context["packs"]]}
    again = ann.post(PREVIEW, {**form, "packs": page.context["other_packs"]})
    assert again.context["count"] == 900


def test_a_person_names_the_columns_of_a_table(ann: Client, ada: Any) -> None:
    page = put(ann, TABLE.encode(), "karten.csv")
    assert page.status_code == 422
    assert "Which column is which?" in page.text
    assert '<td dir="auto">Ich mag ____.</td>' in page.text
    columns = {"text_column": "0", "type_column": "1", "has_header": "1"}
    page = ann.post(PREVIEW, columns)
    assert "Take 3 cards" in page.text
    assert [line.code for line in page.context["left_out"]] == ["bad_type"]
    page = ann.post(PREVIEW, {**columns, "type_column": ""})
    assert "Take 4 cards" in page.text
    taken(ann, page, **{**columns, "type_column": ""})
    pack = Pack.objects.get(owner=ada)
    assert pack.cards.filter(colour="black").count() == 1


def test_cards_of_plain_text_are_turned_round(ann: Client, ada: Any) -> None:
    page = put(ann, LINES)
    assert [card.colour for card in page.context["page"]] == ["black"] * 2 + ["white"] * 3
    page = ann.post(PREVIEW, {"turn": ["line 2", "line 5"]})
    # A prompt has at least five characters, and a card that is left out can be turned back.
    colours = [card.colour for card in page.context["page"]]
    assert colours == ["black", "white", "white", "white", ""]
    page = ann.post(PREVIEW, {"turn": ["line 2"]})
    taken(ann, page, turn=["line 2"])
    pack = Pack.objects.get(owner=ada)
    assert list(pack.cards.filter(colour="black").values_list("text", flat=True)) == [
        "I like ____."
    ]


def test_cards_of_a_long_list_stay_turned_on_other_pages(ann: Client) -> None:
    put(ann, "\n".join(f"card number {n}" for n in range(150)).encode())
    page = ann.post(PREVIEW, {"turn": ["line 3"], "page": "2"})
    assert page.context["page"].number == 2
    page = ann.post(PREVIEW, {"turn": ["line 140"], "turned": page.context["other_turned"]})
    assert [card.place for card in page.context["preview"].black] == ["line 3", "line 140"]
    page = ann.post(PREVIEW, {"turned": "line 3", "turn_all": "1"})
    assert [card.place for card in page.context["preview"].white] == ["line 3"]


def test_cards_left_out_are_listed_with_reasons_searched_and_downloaded(ann: Client) -> None:
    data = b'type,text\nwhite,a rope\nwhite,A rope!\nwhite,the ____ mast\nwhite,"=1+1 ____"\n'
    page = put(ann, data, "p.csv")
    assert "Take 1 card" in page.text
    left_out = [(line.where, line.code) for line in page.context["left_out"]]
    assert left_out == [
        ("line 3", "duplicate_card"),
        ("line 4", "blank_in_white"),
        ("line 5", "blank_in_white"),
    ]
    assert len(ann.post(PREVIEW, {"fault_words": "MAST"}).context["left_out"]) == 1
    assert len(ann.post(PREVIEW, {"fault_code": "blank_in_white"}).context["left_out"]) == 2
    file = ann.post(PREVIEW, {"left_out": "1"})
    assert "attachment" in file.headers["Content-Disposition"]
    rows = list(csv.reader(StringIO(file.content.decode())))
    assert [row[0] for row in rows[1:]] == ["line 3", "line 4", "line 5"]
    assert rows[3][2] == "'=1+1 ____", "a spreadsheet must not take it for a formula"


def test_changes_are_shown_and_lower_case_can_be_switched_off(ann: Client) -> None:
    data = b"type,text\nwhite,A  rope.\nwhite,The mast\n"
    page = put(ann, data, "p.csv")
    assert [card.text for card in page.context["preview"].white] == ["a rope", "the mast"]
    assert sum(kind.count for kind in page.context["changes"]) == 4
    page = ann.post(PREVIEW, {"keep_capitals": "1"})
    assert [card.text for card in page.context["preview"].white] == ["A rope", "The mast"]


def test_cards_that_changed_with_the_choices_are_shown_before_they_are_taken(
    ann: Client, ada: Any
) -> None:
    page = put(ann, LINES)
    answer = taken(ann, page, turn=["line 5"])
    assert "have changed the cards" in answer.text
    assert not Pack.objects.filter(owner=ada).exists()
    assert "Take 4 cards" in answer.text


def test_a_guess_of_the_encoding_is_shown_with_a_card(ann: Client) -> None:
    page = put(ann, "das Café\nein Hut\n".encode("cp1252"))
    assert "Windows-1252" in page.text
    assert '<q class="fault-quote" dir="auto">das Café</q>' in page.text


def test_the_text_of_a_file_is_escaped(ann: Client) -> None:
    page = put(
        ann, b"type,text\nwhite,&lt;script&gt;alert(1)&lt;/script&gt;\nwhite,<b>____\n", "p.csv"
    )
    assert "<script>alert" not in page.text
    assert "&lt;b&gt;____" in page.text


def test_a_fault_that_ends_the_check_brings_the_form_back(ann: Client) -> None:
    page = put(ann, b'{"white": [\n"a rope"\n"b"]}', "p.json")
    assert (page.status_code, page.headers["X-Ridotto-Code"]) == (422, "bad_json")
    assert 'type="file"' in page.text
    assert "line 3, column 1" in page.text


def test_cards_are_replaced_after_a_preview(ann: Client, ada: Any, made: Any) -> None:
    pack = made(ada, "approved")
    replace = f"/packs/p/{pack.slug}/replace/"
    file = SimpleUploadedFile("p.txt", LINES)
    page = ann.post(replace, {"file": file}, follow=True)
    assert page.redirect_chain[-1][0] == f"{replace}preview/"
    form = {"count": page.context["count"], "take": "1", **page.context["values"]}
    assert ann.post(f"{replace}preview/", form).status_code == 302
    pack.refresh_from_db()
    assert (pack.name, pack.state) == ("Harbour", "private")
    assert "a goose" in texts(pack)


def test_nobody_replaces_another_users_pack(ann: Client, bruno: Any, made: Any) -> None:
    pack = made(bruno, "approved")
    put(ann, LINES)
    assert ann.post(f"/packs/p/{pack.slug}/replace/preview/", {"take": "1"}).status_code == 404
