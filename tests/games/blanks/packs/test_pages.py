"""The pages of packs: logged-in people only, who see what they may."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chat.models import Notice
from games.blanks.packs import moderation
from games.models import Pack

pytestmark = pytest.mark.django_db

STRANGERS_PAGES = ["packs:pack", "packs:download"]
AUTHORS_PAGES = [*STRANGERS_PAGES, "packs:replace"]


def page(client: Client, name: str, *args: Any) -> Any:
    return client.get(reverse(name, args=args))


def test_nobody_gets_in_without_logging_in(client: Client, ada: Any, made: Any) -> None:
    slug = made(ada, "approved").slug
    for name, args in [
        ("packs:mine", ()),
        ("packs:approved", ()),
        ("packs:upload", ()),
        *((name, (slug,)) for name in AUTHORS_PAGES),
    ]:
        assert page(client, name, *args).status_code == 302, name


@pytest.mark.parametrize("state", ["private", "submitted", "rejected", "retired"])
def test_an_unapproved_pack_is_shown_to_its_author_and_moderators_only(
    client: Client, ada: Any, bruno: Any, moderator: Any, made: Any, state: str
) -> None:
    slug = made(ada, state).slug
    client.force_login(bruno)
    assert {page(client, name, slug).status_code for name in AUTHORS_PAGES} == {404}
    client.force_login(moderator)
    assert {page(client, name, slug).status_code for name in STRANGERS_PAGES} == {200}
    client.force_login(ada)
    assert {page(client, name, slug).status_code for name in AUTHORS_PAGES} == {200}


def test_only_approved_packs_are_listed_for_everybody(
    client: Client, ada: Any, bruno: Any, made: Any
) -> None:
    for state in Pack.State.values:
        made(ada, state, name=f"Pack {state}")
    client.force_login(bruno)
    text = page(client, "packs:approved").text
    assert "The House Pack" in text
    assert "Pack approved" in text
    for state in ("private", "submitted", "rejected", "retired"):
        assert f"Pack {state}" not in text


def test_my_packs_show_the_state_and_the_moderators_reason(
    client: Client, ada: Any, moderator: Any, made: Any
) -> None:
    pack = made(ada, "submitted")
    moderation.reject_pack(moderator=moderator, slug=pack.slug, reason="Two are cruel")
    client.force_login(ada)
    text = page(client, "packs:mine").text
    assert "rejected" in text
    assert "Two are cruel" in text
    assert Notice.objects.get(user=ada).url.endswith(f"/{pack.slug}/")


def test_my_packs_cost_the_same_queries_at_any_number(
    client: Client, ada: Any, made: Any, django_assert_max_num_queries: Any
) -> None:
    for _number in range(6):
        made(ada)
    client.force_login(ada)
    page(client, "packs:mine")
    with django_assert_max_num_queries(12):
        page(client, "packs:mine")


def test_cards_are_paginated(client: Client, ada: Any, made: Any) -> None:
    white = [{"text": f"answer number {number}"} for number in range(130)]
    pack = made(ada, white=white)
    client.force_login(ada)
    first = page(client, "packs:pack", pack.slug)
    last = client.get(reverse("packs:pack", args=[pack.slug]), {"page": "99"})
    assert (len(first.context["page"]), len(last.context["page"])) == (36, 23)
    assert "Answer number 129" in last.text


def test_a_hidden_card_is_shown_to_its_author_as_hidden_and_to_nobody_else(
    client: Client, ada: Any, bruno: Any, moderator: Any, made: Any
) -> None:
    pack = made(ada, "approved")
    card = pack.cards.get(text="low tide")
    moderation.hide_card(moderator=moderator, card_pk=card.pk, reason="Unkind.")
    client.force_login(bruno)
    assert "Low tide" not in page(client, "packs:pack", pack.slug).text
    assert b"low tide" not in page(client, "packs:download", pack.slug).content
    client.force_login(ada)
    text = page(client, "packs:pack", pack.slug).text
    assert "Low tide" in text
    assert "hidden by a moderator" in text


def test_each_button_of_an_author_works(client: Client, ada: Any, made: Any) -> None:
    pack = made(ada)
    client.force_login(ada)
    for name, state in (("submit", "submitted"), ("retire", "submitted")):
        client.post(reverse(f"packs:{name}", args=[pack.slug]))
        pack.refresh_from_db()
        assert pack.state == state
    client.post(reverse("packs:delete", args=[pack.slug]))
    assert not Pack.objects.filter(pk=pack.pk).exists()


def test_a_refused_button_answers_with_its_code(client: Client, ada: Any, made: Any) -> None:
    pack = made(ada)
    client.force_login(ada)
    url = reverse("packs:retire", args=[pack.slug])
    assert client.post(url).status_code == 422
    answer = client.post(url, headers={"Accept": "text/html"}, follow=True)
    assert "private" in str(*answer.context["messages"])
    assert client.post(url).headers["X-Ridotto-Code"] == "wrong_state"


@pytest.mark.parametrize("name", ["submit", "retire", "delete"])
def test_following_a_link_changes_nothing(client: Client, ada: Any, made: Any, name: str) -> None:
    pack = made(ada)
    client.force_login(ada)
    assert client.get(reverse(f"packs:{name}", args=[pack.slug])).status_code == 405
    assert Pack.objects.get(pk=pack.pk).state == "private"
