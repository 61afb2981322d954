"""Reports of cards that a player sees, with their match and round (Blanks 21)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chat.models import Report
from games.blanks.packs.reports import report_card, report_listed_card
from games.models import Pack, PackCard
from tests.games.table_kit import decide, view_of
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


def test_a_report_names_card_pack_match_and_round(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    view = view_of(match, 0)
    report_card(user=ann, public_id=match.public_id, card=view.hand[0].id, reason="Unkind.")
    report = Report.objects.get()
    assert (report.kind, report.reporter, report.reason) == ("card", ann, "Unkind.")
    assert view.hand[0].text.lower() in report.subject.lower()
    assert "house-pack" in report.subject
    assert report.room is not None
    assert report.room.key == f"table-{match.public_id}"
    assert report.place == "round 1"
    card = PackCard.objects.get(pk=report.subject_id)
    assert card.text.lower() == view.hand[0].text.lower()  # a card may begin a sentence


def test_a_card_in_another_players_hand_cannot_be_reported(running: Any, person: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    hand = view_of(match, 1).hand
    for user in (ann, person("eve")):
        assert (
            code_of(report_card, user=user, public_id=match.public_id, card=hand[0].id, reason="?")
            == "no_such_card"
        )


def test_plays_of_this_and_the_previous_round_can_be_reported(
    running: Any,
) -> None:
    match, people = running("ann", "bob", "cem")
    report = partial(report_card, user=people[0], public_id=match.public_id, reason="Unkind.")
    decide(match, people)
    first, other = (play.cards[0].id for play in view_of(match, 0).plays if not play.mine)
    assert report(card=first).pk
    decide(match, people)
    assert view_of(match, 0).round == 2
    assert report(card=other).pk


def test_a_report_needs_a_reason_and_is_filed_only_once(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    black = view_of(match, 0).black
    report = partial(report_card, user=ann, public_id=match.public_id, card=black.id)
    assert code_of(report, reason="  ") == "no_reason"
    assert code_of(report, reason="Unkind.") == ""
    assert code_of(report, reason="Unkind.") == "already_reported"


def test_a_card_can_be_reported_in_a_listed_pack_but_not_in_a_private_one(
    ada: Any, bruno: Any, made: Any
) -> None:
    house = Pack.objects.get(slug="house-pack").cards.all()[0]
    assert report_listed_card(user=bruno, card_pk=house.pk, reason="Unkind.").pk
    private = made(ada).cards.all()[0]
    assert (
        code_of(report_listed_card, user=bruno, card_pk=private.pk, reason="Unkind.")
        == "no_such_card"
    )


def test_the_page_shows_the_card_and_files_the_report(client: Client, running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    view = view_of(match, 0)
    url = reverse("packs:report_card", args=[match.public_id, view.black.id])
    client.force_login(ann)
    assert "Report a card" in client.get(url).text
    assert client.post(url, {"reason": ""}).headers["X-Ridotto-Code"] == "no_reason"
    assert client.post(url, {"reason": "Unkind."}).status_code == 302
    assert Report.objects.count() == 1
    other = view_of(match, 1).hand
    foreign = reverse("packs:report_card", args=[match.public_id, other[0].id])
    assert client.get(foreign).status_code == 404


def test_only_a_player_chooses_among_the_visible_cards(
    client: Client, running: Any, person: Any
) -> None:
    match, (ann, _bob) = running("ann", "bob")
    url = reverse("packs:report_seen", args=[match.public_id])
    client.force_login(ann)
    page = client.get(url)
    view, other = view_of(match, 0), view_of(match, 1)
    assert {card for card, _text in page.context["cards"]} == {
        view.black.id,
        *(card.id for card in view.hand),
    }
    assert not any(card.text in page.text for card in other.hand)
    client.force_login(person("eve"))
    assert client.get(url).status_code == 404


def test_a_match_page_links_players_to_the_report(
    client: Client, running: Any, person: Any
) -> None:
    match, (ann, _bob) = running("ann", "bob")
    where = reverse("packs:report_seen", args=[match.public_id])
    client.force_login(ann)
    assert where in client.get(reverse("games:match", args=[match.public_id])).text
    client.force_login(person("eve"))
    watching = client.get(reverse("games:match", args=[match.public_id]))
    assert watching.status_code == 200
    assert where not in watching.text
