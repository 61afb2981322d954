"""The states of a pack: who may use it, and what may follow (Blanks 21)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import pytest
from django.test import Client

from chat.models import ModeratorAct
from games.blanks.packs import moderation, services
from games.blanks.packs.selectors import choosable, content_for, usable
from games.models import Match, Pack, PackBar
from games.refusals import Refusal
from games.registry import game_of
from games.services.start import start
from games.services.tables import TableWish, create_table
from tests.games.blanks.packs.conftest import big_pack_file, pack_file, upload
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db

ALL = set(Pack.State.values)
ACCESSES = ("open", "password", "invite")


# state, blocked: access of tables where its author may use it, and where others may
USE = [
    ("private", False, {"password", "invite"}, set()),
    ("submitted", False, {"password", "invite"}, set()),
    ("approved", False, set(ACCESSES), set(ACCESSES)),
    ("retired", False, set(), set()),
    ("rejected", False, {"password", "invite"}, set()),
    ("rejected", True, set(), set()),
    ("private", True, set(), set()),
    ("submitted", True, set(), set()),
]


@pytest.mark.parametrize(("state", "blocked", "author", "others"), USE)
def test_each_kind_of_table_allows_the_packs_of_the_rules(
    ada: Any, bruno: Any, made: Any, state: str, blocked: bool, author: set[str], others: set[str]
) -> None:
    pack = made(ada, state, blocked=blocked)
    assert {a for a in ACCESSES if usable(ada, a, [pack.slug])} == author
    assert {a for a in ACCESSES if usable(bruno, a, [pack.slug])} == others
    assert (pack in choosable(ada)) == bool(author)
    assert (pack in choosable(bruno)) == bool(others)


ACTS: dict[str, tuple[Callable[[Any, Any, str], object], set[str], str]] = {
    # command: its function, the states it is allowed in, the state it leads to
    "submit": (
        lambda ada, mod, slug: services.submit_pack(user=ada, slug=slug),
        {"private", "rejected", "retired"},
        "submitted",
    ),
    "retire": (
        lambda ada, mod, slug: services.retire_own_pack(user=ada, slug=slug),
        {"approved"},
        "retired",
    ),
    "change": (
        lambda ada, mod, slug: upload(ada, pack_file(name="Pier"), slug),
        ALL,
        "private",
    ),
    "approve": (
        lambda ada, mod, slug: moderation.approve_pack(moderator=mod, slug=slug, reason="Fine."),
        {"submitted"},
        "approved",
    ),
    "reject": (
        lambda ada, mod, slug: moderation.reject_pack(moderator=mod, slug=slug, reason="Dull."),
        {"submitted"},
        "rejected",
    ),
    "retire by a moderator": (
        lambda ada, mod, slug: moderation.retire_pack(moderator=mod, slug=slug, reason="Old."),
        {"approved"},
        "retired",
    ),
}


@pytest.mark.parametrize("state", sorted(ALL))
@pytest.mark.parametrize("name", sorted(ACTS))
def test_each_transition_is_possible_only_from_the_states_of_the_rules(
    ada: Any, moderator: Any, made: Any, name: str, state: str
) -> None:
    act, sources, target = ACTS[name]
    pack = made(ada, state)
    code = code_of(lambda: act(ada, moderator, pack.slug))
    pack.refresh_from_db()
    assert code == ("" if state in sources else "wrong_state")
    assert pack.state == (target if state in sources else state)


@pytest.mark.parametrize("state", sorted(ALL))
def test_a_pack_may_be_deleted_by_its_author_at_any_time(ada: Any, made: Any, state: str) -> None:
    pack = made(ada, state)
    services.delete_pack(user=ada, slug=pack.slug)
    assert not Pack.objects.filter(pk=pack.pk).exists()


@pytest.mark.parametrize("name", ["submit", "retire", "change", "delete"])
def test_only_the_author_can_change_a_pack(
    ada: Any, bruno: Any, moderator: Any, made: Any, name: str
) -> None:
    acts = {key: value[0] for key, value in ACTS.items()}
    acts["delete"] = lambda user, mod, slug: services.delete_pack(user=user, slug=slug)
    hidden, listed = made(ada, "private"), made(ada, "approved")
    assert code_of(lambda: acts[name](bruno, moderator, hidden.slug)) == "no_such_pack"
    assert code_of(lambda: acts[name](bruno, moderator, listed.slug)) == "not_author"


def test_the_house_pack_is_approved_and_cannot_be_edited(ada: Any, moderator: Any) -> None:
    house = Pack.objects.get(slug="house-pack")
    assert (house.state, house.house) == ("approved", True)
    assert house.cards.filter(colour="black").count() > 100
    for name in ("submit", "retire", "change", "retire by a moderator"):
        assert code_of(partial(ACTS[name][0], ada, moderator, "house-pack")) == "house_pack"
    assert code_of(lambda: services.delete_pack(user=ada, slug="house-pack")) == "house_pack"


def test_an_edited_pack_stays_blocked_until_a_moderator_approves_it(
    ada: Any, moderator: Any, made: Any
) -> None:
    pack = made(ada, "submitted")
    moderation.reject_pack(moderator=moderator, slug=pack.slug, reason="Cruel.", block=True)
    upload(ada, pack_file(), pack.slug)
    assert not usable(ada, "invite", [pack.slug])
    services.submit_pack(user=ada, slug=pack.slug)
    assert not usable(ada, "invite", [pack.slug])
    moderation.approve_pack(moderator=moderator, slug=pack.slug, reason="Better.")
    assert usable(ada, "open", [pack.slug])


def test_a_barred_author_can_edit_but_not_submit(
    ada: Any, bruno: Any, moderator: Any, made: Any
) -> None:
    pack = made(ada)
    moderation.bar_author(moderator=moderator, slug=pack.slug, reason="Spam.")
    acts: list[Callable[[], object]] = [
        lambda: upload(ada, pack_file()),
        lambda: upload(ada, pack_file(), pack.slug),
        lambda: services.submit_pack(user=ada, slug=pack.slug),
    ]
    assert [code_of(act) for act in acts] == ["author_barred"] * 3
    assert upload(bruno, pack_file()).owner == bruno
    bar = PackBar.objects.get(user=ada)
    moderation.lift_bar(moderator=moderator, bar=bar, reason="Talked.")
    assert [code_of(act) for act in acts] == ["", "", ""]


def test_a_bar_applies_to_the_next_guest_in_the_same_browser(
    person: Any, moderator: Any, made: Any
) -> None:
    guest = person("first", is_guest=True, device="d1")
    moderation.bar_author(moderator=moderator, slug=made(guest).slug, reason="Spam.")
    again = person("second", is_guest=True, device="d1")
    other = person("third", is_guest=True, device="d2")
    assert code_of(lambda: made(again)) == "author_barred"
    assert code_of(lambda: made(other)) == ""


@pytest.mark.parametrize("name", ["approve", "reject", "retire by a moderator"])
def test_only_moderators_moderate_and_every_act_is_recorded(
    ada: Any, moderator: Any, made: Any, name: str
) -> None:
    act, sources, _target = ACTS[name]
    pack = made(ada, min(sources))
    assert code_of(lambda: act(ada, ada, pack.slug)) == "not_moderator"
    pack.refresh_from_db()
    assert pack.state == min(sources)
    act(ada, moderator, pack.slug)
    kept = ModeratorAct.objects.get()
    assert (kept.moderator, kept.target_id) == (moderator, str(pack.pk))
    assert kept.reason


# --- Matches


@pytest.fixture
def set_up(ada: Any, bruno: Any) -> Callable[..., Match]:
    """Return a function that opens a table of ada's with these packs."""

    def make(*slugs: str, access: Literal["open", "invite"] = "invite") -> Match:
        wish = TableWish(
            name="Harbour", access=access, least=2, most=2, bots=1, options={"packs": slugs}
        )
        return create_table(user=ada, game="blanks", wish=wish)

    return make


@pytest.fixture
def enough(ada: Any) -> Pack:
    """Upload a private pack of ada's that is big enough for a match."""
    return upload(ada, big_pack_file())


def test_a_hidden_card_is_not_dealt_in_later_matches(
    set_up: Any, enough: Pack, moderator: Any, ada: Any
) -> None:
    match = set_up(enough.slug)
    card = enough.cards.filter(colour="white")[0]
    moderation.hide_card(moderator=moderator, card_pk=card.pk, reason="Unkind.")
    content = content_for(match, [enough.slug])
    assert card.text not in {one.text for one in content.white}
    assert len(content.white) == 59
    moderation.show_card(moderator=moderator, card_pk=card.pk, reason="A mistake.")
    assert len(content_for(match, [enough.slug]).white) == 60


def test_hiding_or_showing_a_card_twice_is_refused(enough: Pack, moderator: Any) -> None:
    card = enough.cards.filter(colour="white")[0].pk
    hide = partial(moderation.hide_card, moderator=moderator, card_pk=card, reason="Unkind.")
    show = partial(moderation.show_card, moderator=moderator, card_pk=card, reason="A mistake.")
    assert [code_of(act) for act in (show, hide, hide, show, show)] == [
        "not_hidden", "", "already_hidden", "", "not_hidden",
    ]  # fmt: skip


def test_a_hidden_card_stays_hidden_when_it_is_uploaded_again(
    enough: Pack, moderator: Any, ada: Any
) -> None:
    card = enough.cards.get(text="answer 7")
    moderation.hide_card(moderator=moderator, card_pk=card.pk, reason="Unkind.")
    white = [{"text": "Answer, 7"}, {"text": "answer 8"}]
    upload(ada, pack_file(white=white), enough.slug)
    assert [c.hidden for c in enough.cards.filter(colour="white")] == [True, False]


def test_a_running_match_keeps_its_cards_when_the_pack_is_deleted(
    set_up: Any, enough: Pack, ada: Any
) -> None:
    match = set_up(enough.slug)
    start(user=ada, public_id=match.public_id)
    services.delete_pack(user=ada, slug=enough.slug)
    match.refresh_from_db()
    assert match.status == "running"


def test_a_pack_that_is_no_longer_allowed_prevents_the_start(
    set_up: Any, enough: Pack, ada: Any
) -> None:
    match = set_up(enough.slug)
    Pack.objects.filter(pk=enough.pk).update(state="retired")
    assert code_of(lambda: start(user=ada, public_id=match.public_id)) == "pack_unavailable"


def test_another_users_private_packs_are_refused(set_up: Any, bruno: Any, made: Any) -> None:
    assert code_of(lambda: set_up(made(bruno).slug)) == "bad_option"


@pytest.mark.both
def test_packs_are_merged_in_order_without_duplicates(set_up: Any, ada: Any, enough: Pack) -> None:
    data = pack_file(white=[{"text": "ANSWER 3!"}, {"text": "something new"}])
    second = upload(ada, data)
    match = set_up(second.slug, enough.slug)
    content = content_for(match, [second.slug, enough.slug])
    texts = [card.text for card in content.white]
    assert texts[:2] == ["ANSWER 3!", "something new"]
    assert "answer 3" not in texts
    assert [card.id for card in content.white] == [f"w{n:04d}" for n in range(1, 62)]


@pytest.mark.both
def test_merged_packs_have_a_limit_that_counts_duplicates_once(set_up: Any, ada: Any) -> None:
    def made(letter: str, number: int) -> str:
        black = [{"text": f"{letter} {place} ____"} for place in range(400)]
        data = pack_file(name=f"Big {number}", black=black)
        return upload(ada, data).slug

    a, b, c, again, once_more = (made(letter, number) for number, letter in enumerate("abcaa"))
    match = set_up(a, b)
    assert code_of(lambda: set_up(a, b, c)) == "bad_option"
    assert code_of(lambda: content_for(match, [a, b, c])) == "pack_unavailable"
    alike = [a, again, once_more]
    assert len(content_for(set_up(*alike), alike).black) == 400


def test_a_refused_pack_is_named_with_the_reason(made: Any, ada: Any) -> None:
    own = made(ada)
    wish = TableWish(name="Sunday", options={"packs": [own.slug]})
    with pytest.raises(Refusal) as refused:
        create_table(user=ada, game="blanks", wish=wish)
    assert all(part in str(refused.value.message) for part in (own.name, "not been approved"))


def test_the_table_form_marks_packs_that_open_tables_cannot_use(made: Any, ada: Any) -> None:
    own = made(ada)
    named = dict(game_of("blanks").option_choices(ada)["packs"])
    assert all(part in named[own.slug] for part in (own.name, f"({own.min_age}+)", "open tables"))
    assert "open tables" not in named["house-pack"]


def test_a_table_can_be_created_from_the_page_of_a_pack(made: Any, ada: Any) -> None:
    own, browser = made(ada), Client()
    browser.force_login(ada)
    link = f"/set/blanks/?option_packs={own.slug}&amp;access=invite"
    assert link in browser.get(f"/packs/p/{own.slug}/").content.decode()
    form = browser.get(link.replace("&amp;", "&")).context["form"]
    assert (form["option_packs"].value(), form["access"].value()) == ([own.slug], "invite")
