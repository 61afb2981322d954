"""Tests of the operator's terms, house rules and contact page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from config.house_texts import MOST_BYTES, read
from lobby.accounts.house_pages import Block, blocks_of
from tests.lobby.conftest import SignUp
from tests.lobby.test_account_pages_look import assert_site_style

TERMS = """# What we agree on

Be kind.
Be quick.

- no bots of your own,
  nor of others
- <b>no</b> shouting &amp; no javascript:alert(1)

# Where to complain

Write to host@ridotto.example, or see https://ridotto.example/help?a=1&b=2.
"""
PAGES = {"/terms/": "Terms", "/house-rules/": "House rules", "/contact/": "Contact"}


def _folder(at: Path, **texts: str | bytes) -> str:
    for name, text in texts.items():
        data = text if isinstance(text, bytes) else text.encode()
        (at / f"{name.replace('_', '.')}.txt").write_bytes(data)
    return str(at)


@pytest.fixture
def written(settings: Any, tmp_path: Path) -> None:
    texts = {"terms": TERMS, "terms_it": "Siate gentili.", "contact": "\ufeffThe Doge\nVenice"}
    settings.HOUSE_TEXTS = read(_folder(tmp_path, **texts))


# --- Reading


def test_texts_are_read_by_name_and_language(tmp_path: Path) -> None:
    assert read("") == read(" ") == read(str(tmp_path)) == {}
    (tmp_path / "README").write_text("not for people")
    found = read(_folder(tmp_path, rules="a", rules_it="b"))
    assert found == {"rules": {"": "a", "it": "b"}}


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"imprint": "x"}, "contains imprint.txt"),
        ({"terms_it": "x"}, "contains no terms.txt"),
        ({"terms": b"\xe0\xe8"}, "contains terms.txt, which is not UTF-8"),
        (
            {"terms": "x" * (MOST_BYTES + 1)},
            "contains terms.txt, which is larger than 200,000 bytes",
        ),
        ({"terms": " \n"}, "contains terms.txt, which is empty"),
        ({"terms": "a\0b"}, "contains terms.txt, which is empty or not text"),
    ],
)
def test_an_invalid_text_is_refused_with_its_reason(
    tmp_path: Path, texts: dict[str, str | bytes], said: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=re.escape(f"HOUSE_TEXTS {said}")):
        read(_folder(tmp_path, **texts))


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "terms.txt").write_text("x")
    for wrong in (tmp_path / "nowhere", tmp_path / "terms.txt"):
        with pytest.raises(ImproperlyConfigured, match="HOUSE_TEXTS must name a folder"):
            read(str(wrong))


def test_a_text_is_parsed_into_blocks() -> None:
    assert list(blocks_of(TERMS))[:3] == [
        Block("heading", ["What we agree on"]),
        Block("paragraph", ["Be kind.", "Be quick."]),
        Block(
            "list",
            [
                "no bots of your own, nor of others",
                "<b>no</b> shouting &amp; no javascript:alert(1)",
            ],
        ),
    ]
    assert list(blocks_of("a\r\n# b\n# c\n- d\ne")) == [
        Block("paragraph", ["a"]), Block("heading", ["b"]), Block("heading", ["c"]),
        Block("list", ["d"]), Block("paragraph", ["e"]),
    ]  # fmt: skip
    long = "word " * 12 + "word"
    assert list(blocks_of(f"{long}\nnext\nlast")) == [Block("paragraph", [f"{long} next", "last"])]
    assert list(blocks_of(f"{long}\n- d")) == [Block("paragraph", [long]), Block("list", ["d"])]
    assert list(blocks_of("  - d")) == [Block("list", ["d"])]
    assert list(blocks_of("#hashtag\n-5")) == [Block("paragraph", ["#hashtag", "-5"])]


# --- Rendering


def test_without_texts_there_are_no_pages_and_no_mention_of_them(db: None) -> None:
    text = Client().get("/account/signup/").text
    for page in PAGES:
        assert Client().get(page).status_code == 404
        assert page not in text
    assert "By signing up" not in text


@pytest.mark.usefixtures("db", "written")
def test_a_text_is_escaped_and_read_only() -> None:
    text = Client().get("/terms/").text
    assert "<h1>What we agree on</h1>" in text
    assert "<h2>Where to complain</h2>" in text
    assert "Be kind.<br>Be quick." in text
    assert "&lt;b&gt;no&lt;/b&gt; shouting &amp;amp; no javascript:alert(1)" in text
    assert "mailto:host@ridotto.example" in text
    link = '<a href="https://ridotto.example/help?a=1&amp;b=2" rel="nofollow">'
    assert link in text
    assert_site_style(Client(), "/terms/")
    assert Client().post("/terms/").status_code == 405
    assert Client().head("/terms/").status_code == 200
    text = Client().get("/contact/").text
    assert "<h1>Contact</h1>" in text, "without a heading it is called by what it is"
    assert "<p>The Doge<br>Venice</p>" in text
    assert Client().get("/house-rules/").status_code == 404


@pytest.mark.usefixtures("db", "written")
def test_the_readers_language_is_preferred(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("it", "Italian"), ("de", "German")]
    for language, words in (("it", "Siate gentili."), ("de", "Be kind."), ("en", "Be kind.")):
        text = Client(HTTP_ACCEPT_LANGUAGE=language).get("/terms/").text
        assert words in text
        assert f'lang="{"it" if language == "it" else "en"}"' in text


@pytest.mark.usefixtures("written")
def test_links_are_in_the_footer_and_in_the_sign_up_form(sign_up: SignUp, guest: Client) -> None:
    for page in ("/", "/account/signup/", "/no-such-page"):
        foot = Client().get(page).text.partition("<footer")[2]
        assert re.findall(r'href="(/terms/|/house-rules/|/contact/)"', foot) == [
            "/terms/",
            "/contact/",
        ]
    for browser, page in ((Client(), "/account/signup/"), (guest, "/keep/")):
        form = browser.get(page).text.partition("By signing up")[2]
        form = form.partition("</form>")[0]
        assert '<a href="/terms/">Terms</a>' in form
        assert "/contact/" not in form
    assert "By signing up" not in sign_up("Ada").get("/settings/").text
