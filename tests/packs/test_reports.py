"""A player reports a card they can see, with the match and the round (Blanks 21)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chat.models import Report
from games.blanks.packs.reporting import report_card, report_listed_card
from games.engines.blanks.view import BlanksView
from games.live.snapshot import snapshot_of
from games.models import Match, Pack, Seat
from games.rules import engine_of, state_of
from games.services.play import act
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


def view_of(match: Match, user: Any) -> BlanksView:
    match.refresh_from_db()
    seat = match.seats.get(user=user, status=Seat.Status.SEATED).index
    view = engine_of(match).view(state_of(match), seat)
    assert isinstance(view, BlanksView)
    return view


def play(match: Match, user: Any) -> None:
    view = view_of(match, user)
    assert view.hand is not None
    assert view.black is not None
    cards = [card.id for card in view.hand[: view.black.pick]]
    raw = {"action": "play", "round": view.round, "cards": cards}
    act(user=user, public_id=match.public_id, raw=raw, key="")


def test_a_report_names_card_pack_match_and_round(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    view = view_of(match, ann)
    assert view.hand is not None
    report_card(user=ann, public_id=match.public_id, card=view.hand[0].id, reason="Unkind.")
    report = Report.objects.get()
    assert (report.kind, report.reporter, report.reason) == ("card", ann, "Unkind.")
    assert view.hand[0].text.lower() in report.subject.lower()
    assert "house-pack" in report.subject
    assert match.public_id in report.place
    assert "round 1" in report.place


def test_the_black_card_can_be_reported(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    black = view_of(match, ann).black
    assert black is not None
    assert report_card(user=ann, public_id=match.public_id, card=black.id, reason="Unkind.").pk


def test_a_card_in_the_hand_of_another_cannot_be_reported(running: Any, person: Any) -> None:
    match, (ann, bob) = running("ann", "bob")
    hand = view_of(match, bob).hand
    assert hand
    for user in (ann, person("eve")):
        assert (
            code_of(report_card, user=user, public_id=match.public_id, card=hand[0].id, reason="?")
            == "no_such_card"
        )


def test_the_plays_on_the_table_can_be_reported_during_the_vote(running: Any) -> None:
    match, people = running("ann", "bob", "cem")
    for user in people:
        play(match, user)
    plays = view_of(match, people[0]).plays
    assert plays
    foreign = next(play for play in plays if not play.mine)
    card = foreign.cards[0].id
    assert report_card(user=people[0], public_id=match.public_id, card=card, reason="Unkind.").pk


def test_the_answers_of_the_round_just_over_can_be_reported(running: Any) -> None:
    match, people = running("ann", "bob", "cem")
    for user in people:
        play(match, user)
    first = view_of(match, people[0]).plays
    assert first
    shown = {card.id for one in first for card in one.cards}
    for user in people:
        view = view_of(match, user)
        handle = next(one.handle for one in view.plays or () if one.votable)
        raw = {"action": "vote", "round": view.round, "handle": handle}
        act(user=user, public_id=match.public_id, raw=raw, key="")
    assert view_of(match, people[0]).round == 2
    snapshot = snapshot_of(match.public_id)
    assert snapshot is not None
    assert report_card(
        user=people[0], public_id=match.public_id, card=min(shown), reason="Unkind."
    ).pk


def test_a_report_needs_a_reason_and_is_filed_once(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    black = view_of(match, ann).black
    assert black is not None
    report = partial(report_card, user=ann, public_id=match.public_id, card=black.id)
    assert code_of(report, reason="  ") == "no_reason"
    assert code_of(report, reason="Unkind.") == ""
    assert code_of(report, reason="Unkind.") == "already_reported"


def test_a_card_of_a_listed_pack_can_be_reported_and_of_a_private_one_cannot(
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
    match, (ann, bob) = running("ann", "bob")
    view = view_of(match, ann)
    assert view.black is not None
    url = reverse("packs:report_card", args=[match.public_id, view.black.id])
    client.force_login(ann)
    assert "Report a card" in client.get(url).text
    assert client.post(url, {"reason": ""}).headers["X-Ridotto-Code"] == "no_reason"
    assert client.post(url, {"reason": "Unkind."}).status_code == 302
    assert Report.objects.count() == 1
    other = view_of(match, bob).hand
    assert other
    foreign = reverse("packs:report_card", args=[match.public_id, other[0].id])
    assert client.get(foreign).status_code == 404


def test_a_player_chooses_among_the_cards_in_sight_and_nobody_else_does(
    client: Client, running: Any, person: Any
) -> None:
    match, (ann, bob) = running("ann", "bob")
    url = reverse("packs:report_seen", args=[match.public_id])
    client.force_login(ann)
    page = client.get(url)
    view, other = view_of(match, ann), view_of(match, bob)
    assert view.hand is not None
    assert view.black is not None
    assert {card for card, _text in page.context["cards"]} == {
        view.black.id,
        *(card.id for card in view.hand),
    }
    assert not any(card.text in page.text for card in other.hand or ())
    client.force_login(person("eve"))
    assert client.get(url).status_code == 404


def test_the_page_of_a_match_leads_a_player_to_the_report(
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
