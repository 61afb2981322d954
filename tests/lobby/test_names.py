"""Tests of the rules for names, and of names that look alike."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.test import Client
from hypothesis import given, strategies as st

from chat.core import clock
from chat.core.name_keys import name_keys
from chat.messages.validation import normalised
from chat.models import BlockedWord
from lobby.accounts.forms import GuestNameForm
from lobby.accounts.name_registry import (
    check_name,
    check_words,
    forget_resting,
    save_with_names,
)
from lobby.accounts.services import delete_account
from lobby.models import Name, RestingName, User
from lobby.names import (
    is_of_the_house,
    normalise_name,
    validate_name,
)
from tests.lobby.conftest import PASSWORD, SETTINGS, SignUp, person_of

pytestmark = pytest.mark.deep

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
    ("victim", "\u1d20ictim"),  # a small capital
    ("Ada", "\u1d00d\u1d00"),
    ("Nov", "\u039do\u03bd"),  # one letter looks Latin as a capital, another as a small letter
    ("Arno", "\U0001d400rno"),  # a mathematical letter
    ("Lotte", "\u13de\u0585tte"),  # Cherokee and Armenian
    ("paul", "p\u0430u\u2113"),
]


@pytest.mark.parametrize(("one", "other"), [("Ada", "Ida"), ("Ann", "Anna"), ("Bo2", "Bo3")])
def test_different_names_share_no_key(one: str, other: str) -> None:
    assert not name_keys(one) & name_keys(other)


@given(st.text(max_size=40))
def test_capitals_and_spaces_do_not_change_the_key_of_a_name(text: str) -> None:
    assert name_keys(text) == name_keys(f" {text} ")
    if name_keys(text) and text.upper().casefold() == text.casefold():
        assert name_keys(text.upper()) & name_keys(text)


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "Adm1n",
        "Moder4tor_x",
        "RIDOTTO.team",
        "bot7",
        "Deleted-12",
        "The-house",
        "the.clock",
    ],
)
def test_names_reserved_for_staff_are_recognised(name: str) -> None:
    assert is_of_the_house(name) == (name != "Moder4tor_x")  # a 4 does not look like an a


SAY_WHO_THEY_ARE = ["victim \u00b7 owner", "victim-owner", "Ann (bot)", "Ann b0t", "Ann bot7",
    "Ann o.w.n.e.r", "\u1d0f\u1d21\u0274\u1d07\u0280 Ann", "Ann \u0430dmin", "Ann \ua78fowner",
    "Ann mod erator", "R1d0tto Ann", "staff_ann"]  # fmt: skip


@pytest.mark.parametrize("name", SAY_WHO_THEY_ARE)
def test_a_name_cannot_claim_a_role(db: None, name: str) -> None:
    with pytest.raises(ValidationError, match="owner, bot or moderator"):
        check_name(name)


@pytest.mark.parametrize(
    "name",
    ["Bottle", "Seathorn", "Adam", "Housemartin", "Full House", "Robot", "Mo D Lewis", "Hostel 5"],
)
def test_ordinary_names_are_not_reserved(name: str) -> None:
    assert not is_of_the_house(name)


@pytest.mark.parametrize(
    "name",
    ["a", "x" * 31, "\u0939\u0947" * 31, "a  b", " ab", "ada@x.org", "a/b", "ann, bo", "...", "",
     "a\u202eda", "a\u200bda", "a\x00b", "\ue000ada", "\u200b\u200b", "\ud800ada"],
)  # fmt: skip
def test_a_name_can_be_read_typed_and_put_in_a_list(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_name(name)


# Devanagari, Chinese, Korean, Persian with a joiner, Sinhala and Kannada with a joiner after a
# virama, Burmese, Thai, Hebrew with points; names with spaces, signs and an emoji.
NAMES = ["\u0928\u0947\u0939\u093e", "\u738b\u4f1f", "\uae40\ucca0",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "\u0cb0\u0ccd\u200d\u0caf\u0cbe",
    "\u1021\u1031\u102c\u1004\u103a\u1000\u103c\u103d\u1031\u1038",
    "\u0e17\u0e35\u0e48\u0e23\u0e31\u0e01", "\u05d3\u05bc\u05b8\u05e0\u05b8\u05d4",
    "Mina Bell", "O\u2019Neil", "J. R. (Bob)", "Mina \U0001f3b2",
    "\U0001f44d\U0001f3fd" * 15 + "ab"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_guests_and_members_have_names_in_every_script(sign_up: SignUp, name: str) -> None:
    guest = Client()
    guest.post("/play-now/")
    assert GuestNameForm({"name": name}).is_valid()
    guest.post("/keep/", {"username": name, "password": PASSWORD})
    assert person_of(guest).username == normalise_name(name)
    form = {"username": f"{name[:10]} 2", "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post("/account/signup/", form).status_code == 302


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u0928\u0947\u0939\u093e", "\u0928\u0940\u0939\u093e"),  # two vowel signs
        ("\u0905\u092e\u0930", "\u0905\u0902\u092e\u0930"),  # with an anusvara
        ("\u0e01\u0e48\u0e32", "\u0e01\u0e49\u0e32"),  # two tones
        ("\u304b\u306a", "\u304c\u306a"),  # ka and ga
    ],
)
def test_vowel_signs_and_tones_tell_names_apart(one: str, other: str) -> None:
    assert not name_keys(one) & name_keys(other)


def test_an_invisible_joiner_makes_no_other_name() -> None:
    name = NAMES[3]
    assert name_keys(name) == name_keys(name.replace("\u200c", ""))


# Hangul fillers, one of half width, blanks, a soft hyphen, joiners, a variation selector, a tag.
UNSEEN = "\u3164\u115f\u1160\uffa0\u2800\u00ad\u034f\u200d\u17b4\ufe01\U000e0061\U00013441"


@pytest.mark.parametrize("char", UNSEEN)
def test_hidden_characters_are_refused(char: str) -> None:
    for name in (f"victim{char}", f"{char}victim", f"vic{char}tim", char * 3):
        with pytest.raises(ValidationError):
            validate_name(name)


@pytest.mark.parametrize(
    "name",
    ["z\u0301\u0302\u0303oe", "\u1ebf\u0301va", "\u0301eva", "\u0e01\u0e48\u0e48", "\u0947ha"],
)
def test_a_letter_has_few_marks(name: str) -> None:
    with pytest.raises(ValidationError, match="marks"):
        validate_name(name)


@pytest.mark.parametrize(
    "name",
    ["Nguy\u1ec5n", "Nguye\u0302\u0303n", "\u1fa7ros", "\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48"],
)
def test_names_may_have_the_marks_their_language_needs(name: str) -> None:
    validate_name(name)


def test_variation_selectors_are_removed() -> None:
    assert normalise_name(" Ada \u2764\ufe0f\u3000Lovelace ") == "Ada \u2764 Lovelace"
    validate_name(normalise_name("Ada \u2764\ufe0f"))


@pytest.mark.parametrize(("mine", "theirs"), ALIKE)
def test_a_name_like_one_in_use_is_refused(db: None, mine: str, theirs: str) -> None:
    User.objects.create_user(mine)
    with pytest.raises(ValidationError, match="taken"):
        check_name(theirs)


def test_usernames_and_display_names_share_one_namespace(db: None) -> None:
    ada = User.objects.create_user("ada")
    ada.display_name = "Countess"
    save_with_names(ada)
    other = User.objects.create_user("bruno")
    with pytest.raises(ValidationError, match="taken"):
        check_name("c0untess")
    with pytest.raises(ValidationError, match="taken"):
        check_name("A d a", holder=other)
    check_name("A d a", holder=ada)


@pytest.mark.both
def test_the_database_enforces_unique_name_keys(db: None) -> None:
    User.objects.create_user("ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("a.d.a")
    assert User.objects.count() == 1


@pytest.mark.both
def test_a_taken_name_is_refused_and_changes_nothing(db: None) -> None:
    User.objects.create_user("ada")
    with pytest.raises(ValidationError, match="taken"):
        save_with_names(User(username="a.da"))
    assert User.objects.count() == 1


def test_a_name_given_up_is_free_again(db: None) -> None:
    ada = User.objects.create_user("ada", display_name="Countess")
    ada.display_name = ""
    save_with_names(ada)
    check_name("countess")
    assert set(Name.objects.values_list("key", flat=True)) == {"ada"}


def test_a_deleted_users_names_are_reserved_for_a_while(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = User.objects.create_user("ada", display_name="Countess")
    delete_account(user=ada)
    for name in ("Ada", "\u0430d\u0430", "C0untess"):
        with pytest.raises(ValidationError, match="was used until recently"):
            check_name(name)
    at = clock.now()
    monkeypatch.setattr(
        "lobby.accounts.name_registry.now", lambda: at + timedelta(days=89, hours=23)
    )
    forget_resting()
    with pytest.raises(ValidationError):
        check_name("ada")
    monkeypatch.setattr("lobby.accounts.name_registry.now", lambda: at + timedelta(days=91))
    check_name("ada")
    forget_resting()
    assert not RestingName.objects.exists()


def test_a_reserved_name_does_not_store_its_owner() -> None:
    assert {field.name for field in RestingName._meta.get_fields()} == {"id", "key", "until"}


def test_settings_can_be_saved_with_a_name_that_is_now_refused(sign_up: SignUp) -> None:
    bruno, name = sign_up("Bruno"), "victim \u00b7 owner"
    User.objects.filter(username="Bruno").update(display_name=name)
    form = {**SETTINGS, "display_name": name, "time_zone": "Europe/Rome"}
    answer = bruno.post("/settings/", form)
    assert answer.status_code == 302, answer.content.decode()
    assert person_of(bruno).time_zone == "Europe/Rome"


@pytest.mark.parametrize(
    "name", ["victim\u3164", "\u1d20ictim", "victim \u00b7 owner", "\u3164\u3164"]
)
def test_no_form_accepts_a_name_like_another_users(sign_up: SignUp, name: str) -> None:
    """Try the name in every form that takes one.

    They are the sign-up, keeping a guest's account, the settings, and a guest's name at an
    invitation.
    """
    sign_up("victim")
    bruno, guest = sign_up("Bruno"), Client()
    guest.post("/play-now/")
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    Client().post("/account/signup/", form)
    guest.post("/keep/", {"username": name, "password": PASSWORD})
    bruno.post("/settings/", {**SETTINGS, "display_name": name})
    assert not GuestNameForm({"name": name}).is_valid()
    assert not User.objects.filter(Q(username=name) | Q(display_name=name)).exists()


@pytest.mark.parametrize("name", ["grobian", "Gr0bian", "der-grobian", "grobian_7", "GROBIAN"])
def test_blocked_words_apply_to_names(db: None, name: str) -> None:
    BlockedWord.objects.create(word="Grobian", key=normalised("Grobian"))
    with pytest.raises(ValidationError, match="a blocked word"):
        check_words(name)


def test_the_sign_up_page_refuses_blocked_taken_and_house_names(sign_up: SignUp) -> None:
    sign_up("Ada")
    BlockedWord.objects.create(word="Grobian", key=normalised("Grobian"))
    for name in ("\u0430da", "admin", "grobian", "a/b/c", "ada@example.org"):
        form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
        assert Client().post("/account/signup/", form).status_code == 200, name
    assert User.objects.count() == 1


def test_the_settings_refuse_a_display_name_like_anothers(sign_up: SignUp) -> None:
    sign_up("Ada")
    bruno = sign_up("Bruno")
    for name, status, kept in (("A D A", 200, ""), ("Bruno Doria", 302, "Bruno Doria")):
        answer = bruno.post("/settings/", {**SETTINGS, "display_name": name})
        assert (answer.status_code, person_of(bruno).display_name) == (status, kept)
