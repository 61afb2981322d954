"""Uploads are accepted whole or rejected with all their faults (Blanks 20)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from chat.moderation.services import block_word
from games.blanks.packs import sample_files
from games.blanks.packs.refusals import Faulty
from games.blanks.packs.services import MOST_PACKS, replace_pack, upload_pack
from games.blanks.rules.packs import parse_csv, parse_json
from games.blanks.rules.packs.model import NOTICES
from games.models import Pack, PackCard
from tests.games.blanks.packs.conftest import pack_file
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db

HEADER = "type,text,pick,draw\n"

# A fault in each kind of place: its code, the file's kind, and the file. `test_packs.py` has the
# faults of the rules.
FAULTS: list[tuple[str, str, bytes]] = [
    ("too_big", "json", b" " * (512 * 1024 + 1)),
    ("not_utf8", "json", b'{"name": "\xff"}'),
    ("bad_json", "json", b'{"format": '),
    ("bad_csv", "csv", b"text,type\nwhite,a rope\n"),
    ("bad_format", "json", pack_file(version=2)),
    ("bad_name", "json", pack_file(name="ab")),
    ("empty_pack", "json", pack_file(black=[], white=[])),
    ("too_many_cards", "json", pack_file(black=[{"text": f"Card {n} ____"} for n in range(501)])),
    ("bad_type", "csv", f"{HEADER}green,a rope,,\n".encode()),
    ("bad_characters", "json", pack_file(white=[{"text": "a \u202erope"}])),
    ("duplicate_id", "json", pack_file(white=[{"id": "w", "text": "a"}, {"id": "w", "text": "b"}])),
    ("blocked_word", "json", pack_file(white=[{"text": "a MURKY pond"}])),
]


@pytest.fixture
def _murky(moderator: Any) -> None:
    block_word(moderator=moderator, word="murky", reason="A test.")


@pytest.mark.usefixtures("_murky")
@pytest.mark.parametrize(("code", "kind", "data"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_each_fault_is_listed_with_its_place_and_nothing_is_saved(
    client: Client, ada: Any, code: str, kind: str, data: bytes
) -> None:
    client.force_login(ada)
    fields = {"file": SimpleUploadedFile(f"pack.{kind}", data), "name": "Harbour"}
    answer = client.post(reverse("packs:upload"), fields)
    assert answer.status_code == 422
    told = {fault.code: fault for fault in answer.context["faults"]}
    assert code in told
    assert f"<code>{code}</code>" in answer.text
    assert not Pack.objects.filter(owner=ada).exists()


def test_changes_of_the_clean_up_are_shown_once(client: Client, ada: Any) -> None:
    client.force_login(ada)
    file = SimpleUploadedFile("p.json", pack_file(white=[{"text": "a  rope."}]))
    page = client.post(reverse("packs:upload"), {"file": file}, follow=True)
    assert [notice["place"] for notice in page.context["notices"]] == ["white[0]", "white[0]"]
    assert NOTICES["full_stop"] in page.text
    assert not client.get(page.request["PATH_INFO"]).context["notices"]
    assert PackCard.objects.get(pack__owner=ada, colour="white").text == "a rope"


def test_a_csv_file_takes_its_name_language_and_age_from_the_form(client: Client, ada: Any) -> None:
    client.force_login(ada)
    data = "\ufeff" + HEADER + 'black,"First ____, then ____.",,\nwhite,a rope,,\n'
    answer = client.post(
        reverse("packs:upload"),
        {
            "file": SimpleUploadedFile("cards.csv", data.encode()),
            "name": "Harbour",
            "language": "pt-BR",
            "age": "16",
        },
    )
    pack = Pack.objects.get(owner=ada)
    assert answer.status_code == 302
    assert (pack.name, pack.language, pack.min_age) == ("Harbour", "pt-BR", 16)
    card = pack.cards.get(colour="black")
    assert (card.pick, card.draw) == (2, 1)


@pytest.mark.parametrize("age", ["", "old", "-1", "19", "1" * 9])
def test_a_form_without_a_valid_age_is_refused_with_bad_age(
    client: Client, ada: Any, age: str
) -> None:
    client.force_login(ada)
    file = SimpleUploadedFile("c.csv", f"{HEADER}white,a rope,,\n".encode())
    answer = client.post(reverse("packs:upload"), {"file": file, "name": "Harbour", "age": age})
    assert [fault.code for fault in answer.context["faults"]] == ["bad_age"]


def test_an_upload_without_a_file_is_refused(client: Client, ada: Any) -> None:
    client.force_login(ada)
    answer = client.post(reverse("packs:upload"), {"name": "Harbour"})
    assert (answer.status_code, answer.headers["X-Ridotto-Code"]) == (422, "no_file")


def test_a_user_has_at_most_twenty_packs(ada: Any, bruno: Any) -> None:
    for _number in range(MOST_PACKS):
        upload_pack(user=ada, data=pack_file(), kind="json")
    assert code_of(upload_pack, user=ada, data=pack_file(), kind="json") == "too_many_packs"
    assert upload_pack(user=bruno, data=pack_file(), kind="json")
    pack = Pack.objects.filter(owner=ada)[0]
    assert replace_pack(user=ada, slug=pack.slug, data=pack_file(name="Pier"), kind="json")


def test_a_replacement_is_accepted_whole_or_not_at_all(ada: Any, made: Any) -> None:
    pack = made(ada)
    with pytest.raises(Faulty):
        replace_pack(user=ada, slug=pack.slug, data=pack_file(name="x"), kind="json")
    assert {card.text for card in pack.cards.filter(colour="white")} == {"a rope", "low tide"}
    data = pack_file(name="Pier", white=[{"text": "high tide"}])
    replace_pack(user=ada, slug=pack.slug, data=data, kind="json")
    pack.refresh_from_db()
    assert pack.name == "Pier"
    assert {card.text for card in pack.cards.filter(colour="white")} == {"high tide"}


def test_the_sample_files_are_valid_packs(client: Client) -> None:
    by_json = parse_json(client.get(reverse("packs:json_example")).content)
    by_csv = parse_csv(client.get(reverse("packs:csv_example")).content, "My pack")
    assert by_json.pack is not None
    assert by_csv.pack is not None
    assert (by_json.notices, by_csv.notices) == ((), ())
    assert [card.text for card in by_json.pack.white] == [card.text for card in by_csv.pack.white]
    assert json.loads(sample_files.json_example())["name"] == "My pack"


def test_a_downloaded_pack_can_be_uploaded_again(client: Client, ada: Any) -> None:
    client.force_login(ada)
    data = pack_file(description="Ropes.", author="Ada", licence="Free", min_age=7)
    pack, _notices = upload_pack(user=ada, data=data, kind="json")
    copy = client.get(reverse("packs:download", args=[pack.slug])).content
    again, notices = upload_pack(user=ada, data=copy, kind="json")
    assert notices == ()
    assert (again.description, again.author_line, again.licence) == ("Ropes.", "Ada", "Free")
    assert list(again.cards.values_list("text", "pick", "draw", "name")) == list(
        pack.cards.values_list("text", "pick", "draw", "name")
    )


def test_the_text_of_a_card_is_escaped_on_its_page(client: Client, ada: Any) -> None:
    client.force_login(ada)
    white = [{"text": "<script>alert(1)</script>"}]
    pack, _notices = upload_pack(user=ada, data=pack_file(white=white), kind="json")
    page = client.get(reverse("packs:pack", args=[pack.slug])).text
    assert "<script>alert" not in page.lower()
    assert "&lt;Script&gt;alert(1)" in page
