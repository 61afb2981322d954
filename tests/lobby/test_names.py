"""Names that look alike are the same name."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from hypothesis import given, strategies as st

from chat.messages.blocked_words import normalised
from chat.models import BlockedWord
from lobby.models import Name, User
from lobby.names import (
    is_of_the_house,
    name_keys,
    validate_display_name,
    validate_username,
)
from lobby.people.name_registry import (
    check_display_name,
    check_username,
    check_words,
    save_with_names,
)
from tests.lobby.conftest import PASSWORD, Come, person_of

pytestmark = pytest.mark.both

ALIKE = [
    ("Ada", "ada"),
    ("Ada", "A_d-a"),
    ("Ada", "Àdá"),
    ("Ada", "\u0430d\u0430"),  # Cyrillic
    ("Nina", "\u039dina"),  # Greek capital nu
    ("Victor", "\u03bdictor"),  # Greek small nu
    ("Harry", "\u041darry"),  # Cyrillic capital en
    ("bill", "BiII"),
    ("bill", "b1l1"),
    ("Otto", "0tt0"),
    ("Bruno", "\uff22runo"),  # full width
    ("burn", "bum"),
    ("wanda", "vvanda"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_share_a_key(one: str, other: str) -> None:
    assert name_keys(one) & name_keys(other)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Ida"), ("Ann", "Anna"), ("Bo2", "Bo3")])
def test_different_names_share_no_key(one: str, other: str) -> None:
    assert not name_keys(one) & name_keys(other)


@given(st.text(max_size=40))
def test_a_name_shares_its_key_with_itself_in_capitals_and_between_spaces(text: str) -> None:
    assert name_keys(text) == name_keys(f" {text} ")
    if text.upper().casefold() == text.casefold():
        assert name_keys(text.upper()) == name_keys(text)


@pytest.mark.parametrize(
    "name", ["admin", "Adm1n", "Moder4tor_x", "RIDOTTO.team", "bot7", "Deleted-12"]
)
def test_names_of_the_house_are_recognised(name: str) -> None:
    assert is_of_the_house(name) == (name != "Moder4tor_x")  # 4 does not look like an a


@pytest.mark.parametrize("name", ["Bottle", "Seathorn", "Adam", "Housemartin"])
def test_ordinary_names_are_not_of_the_house(name: str) -> None:
    assert not is_of_the_house(name)


@pytest.mark.parametrize(
    "name",
    ["a b", "ab", "x" * 31, "_ada", "ada-", "ada@x.org", "a\u202eda", "a\u200bda", "<ada>", ""],
)
def test_a_username_has_letters_and_digits_with_marks_between(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_username(name)


@pytest.mark.parametrize("name", ["a\u202eb", "a\x00b", "\ue000ada", "\u200b\u200b", "..."])
def test_a_display_name_can_be_read(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_display_name(name)


@pytest.mark.parametrize(("mine", "theirs"), ALIKE)
def test_a_name_like_one_in_use_is_refused(db: None, mine: str, theirs: str) -> None:
    User.objects.create_user(mine)
    with pytest.raises(ValidationError, match="taken"):
        check_username(theirs)


def test_usernames_and_display_names_are_one_space(db: None) -> None:
    ada = User.objects.create_user("ada")
    ada.display_name = "Countess"
    save_with_names(ada)
    other = User.objects.create_user("bruno")
    with pytest.raises(ValidationError, match="taken"):
        check_username("c0untess")
    with pytest.raises(ValidationError, match="taken"):
        check_display_name("A d a", holder=other)
    check_display_name("A d a", holder=ada)


def test_the_database_itself_keeps_two_people_from_one_key(db: None) -> None:
    User.objects.create_user("ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("a.d.a")
    assert User.objects.count() == 1


def test_who_is_second_is_told_so_and_nothing_changes(db: None) -> None:
    User.objects.create_user("ada")
    with pytest.raises(ValidationError, match="taken"):
        save_with_names(User(username="a.da"))
    assert User.objects.count() == 1


def test_a_name_given_up_is_free_again(db: None) -> None:
    ada = User.objects.create_user("ada", display_name="Countess")
    ada.display_name = ""
    save_with_names(ada)
    check_username("countess")
    assert set(Name.objects.values_list("key", flat=True)) == {"ada"}


@pytest.mark.parametrize("name", ["grobian", "Gr0bian", "der-grobian", "grobian_7", "GROBIAN"])
def test_blocked_words_hold_for_names(db: None, name: str) -> None:
    BlockedWord.objects.create(word="Grobian", key=normalised("Grobian"))
    with pytest.raises(ValidationError, match="not welcome"):
        check_words(name)


def test_the_sign_up_page_refuses_blocked_taken_and_house_names(come: Come) -> None:
    come("Ada")
    BlockedWord.objects.create(word="Grobian", key=normalised("Grobian"))
    for name in ("\u0430da", "admin", "grobian", "a b c", "ada@example.org"):
        form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
        assert Client().post("/account/signup/", form).status_code == 200, name
    assert User.objects.count() == 1


def test_the_settings_refuse_a_display_name_like_anothers(come: Come) -> None:
    come("Ada")
    bruno = come("Bruno")
    form = {
        "display_name": "A D A",
        "time_zone": "UTC",
        "language": "en",
        "theme": "auto",
        "hue": "",
    }
    assert bruno.post("/settings/", form).status_code == 200
    assert person_of(bruno).display_name == ""
    assert bruno.post("/settings/", {**form, "display_name": "Bruno Doria"}).status_code == 302
    assert person_of(bruno).shown_name == "Bruno Doria"
