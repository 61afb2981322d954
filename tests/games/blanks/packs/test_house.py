"""The House Pack is installed once, complete and as in its file."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.utils.html import escape

from games.blanks.packs import sample_files
from games.blanks.packs.reading.preview import Preview
from games.blanks.packs.reading.reader import read
from games.blanks.packs.selectors import as_value
from games.models import Pack, PackCard

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[4]
FILE = ROOT / "games" / "blanks" / "data" / "house-pack.json"
migration: Any = import_module("games.migrations.0002_house_pack")


def test_the_house_pack_is_its_file() -> None:
    pack = Pack.objects.get(slug="house-pack")
    found = read(FILE.read_bytes())
    assert isinstance(found, Preview)
    assert (found.faults, found.notices) == ((), ())
    kept = as_value(pack, list(pack.cards.order_by("colour", "place")))
    assert (kept.black, kept.white) == (found.pack().black, found.pack().white)
    assert (kept.name, kept.min_age) == (found.name, found.min_age)


def test_no_page_quotes_a_card_of_the_house_pack() -> None:
    # Neither as an example of a card nor in a rule: a player may hold the card.
    house = json.loads(FILE.read_text(encoding="utf-8"))
    cards = [escape(card["text"]).lower() for card in house["white"]]
    paths = [path for path in (ROOT / "templates").rglob("*") if path.suffix in {".html", ".jinja"}]
    pages = {str(path): path.read_text(encoding="utf-8") for path in paths}
    pages |= {"JSON": sample_files.json_example(), "CSV": sample_files.csv_example()}
    assert len(pages) > 300
    assert not [(page, card) for page in pages for card in cards if card in pages[page].lower()]


def test_installing_it_again_changes_nothing() -> None:
    card = PackCard.objects.filter(pack__slug="house-pack")[0]
    PackCard.objects.filter(pk=card.pk).update(hidden=True)
    before = list(PackCard.objects.order_by("pk").values_list("pk", "text", "hidden"))
    migration.install(apps, None)
    assert list(PackCard.objects.order_by("pk").values_list("pk", "text", "hidden")) == before


def test_the_house_pack_is_installed_if_it_is_missing() -> None:
    Pack.objects.filter(slug="house-pack").delete()
    assert not Pack.objects.filter(slug="house-pack").exists()
    migration.install(apps, None)
    data = json.loads(FILE.read_text(encoding="utf-8"))
    cards = PackCard.objects.filter(pack__slug="house-pack")
    assert cards.count() == len(data["black"]) + len(data["white"])
