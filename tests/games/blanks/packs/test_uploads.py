"""Faults of uploads are shown, and packs are saved and downloaded whole (Blanks 20)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from chat.moderation.services import block_word
from games.blanks.packs import sample_files
from games.blanks.packs.reading.preview import Preview
from games.blanks.packs.reading.reader import MOST_BYTES, read
from games.blanks.packs.reading.texts import fault_text
from games.blanks.packs.refusals import Faulty
from games.blanks.packs.services import MOST_PACKS
from games.models import Pack
from tests.games.blanks.packs.conftest import pack_file, upload
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db

HEADER = "type,text,pick,draw\n"

# A fault in each kind of place: its code, the file's kind, and the file. `test_packs.py` has the
# faults of the rules.
FAULTS: list[tuple[str, str, bytes]] = [
    ("too_big", "json", b" " * (MOST_BYTES + 1)),
    ("bad_encoding", "json", b'{"name": "\0"}'),
    ("bad_json", "json", b'{"format": '),
    ("bad_table", "csv", b"words,kind of\na rope,white\n"),
    ("unknown_format", "json", pack_file(version=2)),
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
def test_each_fault_is_shown_and_nothing_is_saved(
    client: Client, ada: Any, code: str, kind: str, data: bytes
) -> None:
    client.force_login(ada)
    file = SimpleUploadedFile(f"pack.{kind}", data)
    page = client.post(reverse("packs:upload"), {"file": file}, follow=True)
    if ended := page.headers.get("X-Ridotto-Code"):
        assert (ended, page.status_code) == (code, 422)
    else:
        (fault,) = page.context["preview"].faults
        assert fault.code == code
        assert escape(fault_text(fault)) in page.text
    assert not Pack.objects.filter(owner=ada).exists()


def test_an_upload_without_a_file_is_refused(client: Client, ada: Any) -> None:
    client.force_login(ada)
    answer = client.post(reverse("packs:upload"), {"text": " "})
    assert (answer.status_code, answer.headers["X-Ridotto-Code"]) == (422, "no_file")


def test_a_user_has_at_most_twenty_packs(ada: Any, bruno: Any) -> None:
    for _number in range(MOST_PACKS):
        upload(ada, pack_file())
    assert code_of(upload, ada, pack_file()) == "too_many_packs"
    assert upload(bruno, pack_file()).owner == bruno
    pack = Pack.objects.filter(owner=ada)[0]
    assert upload(ada, pack_file(name="Pier"), pack.slug).name == "Pier"


def test_a_replacement_is_accepted_whole_or_not_at_all(ada: Any, made: Any) -> None:
    pack = made(ada)
    with pytest.raises(Faulty):
        upload(ada, pack_file(name="x"), pack.slug)
    assert {card.text for card in pack.cards.filter(colour="white")} == {"a rope", "low tide"}
    data = pack_file(name="Pier", white=[{"text": "high tide"}])
    upload(ada, data, pack.slug)
    pack.refresh_from_db()
    assert pack.name == "Pier"
    assert {card.text for card in pack.cards.filter(colour="white")} == {"high tide"}


def test_the_sample_files_are_valid_packs(client: Client) -> None:
    found = [read(client.get(reverse(f"packs:{kind}_example")).content) for kind in ("json", "csv")]
    texts = []
    for one in found:
        assert isinstance(one, Preview)
        assert (one.notices, one.faults) == ((), ())
        texts.append([card.text for card in (*one.black, *one.white)])
    assert texts[0] == texts[1]
    assert json.loads(sample_files.json_example())["name"] == "My pack"


def test_a_downloaded_pack_can_be_uploaded_again(client: Client, ada: Any) -> None:
    client.force_login(ada)
    data = pack_file(description="Ropes.", author="Ada", licence="Free", min_age=7)
    pack = upload(ada, data)
    copy = client.get(reverse("packs:download", args=[pack.slug])).content
    again = upload(ada, copy)
    assert (again.description, again.author_line, again.licence) == ("Ropes.", "Ada", "Free")
    cards = list(pack.cards.values_list("text", "pick", "draw", "name"))
    assert list(again.cards.values_list("text", "pick", "draw", "name")) == cards
    for name in ("download_csv", "download_object"):
        answer = client.get(reverse(f"packs:{name}", args=[pack.slug]))
        assert "attachment" in answer.headers["Content-Disposition"]
        found = read(answer.content)
        assert isinstance(found, Preview)
        assert [card.text for card in (*found.black, *found.white)] == [card[0] for card in cards]


def test_the_text_of_a_card_is_escaped_on_its_page(client: Client, ada: Any) -> None:
    client.force_login(ada)
    white = [{"text": "< script>alert(1)</ script>"}]
    pack = upload(ada, pack_file(white=white))
    page = client.get(reverse("packs:pack", args=[pack.slug])).text
    assert "< script>alert" not in page.lower()
    assert "&lt; Script&gt;alert(1)" in page
