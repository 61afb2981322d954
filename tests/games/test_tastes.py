"""Bots' tastes: learnt daily from public counts, copied at the start (Blanks 25)."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from games import tasks
from games.blanks import tastes
from games.blanks.rules.content import Content
from games.models import BotNotes, CardTaste, CountedMatch, Match, Pack
from games.registry import game_of
from games.services.bot_plans import keep_notes, notes_of
from games.services.match_engine import engine_of
from games.services.play import act
from games.services.record import record_of
from games.services.retention import pack_logs
from games.services.start import start
from games.services.tables import add_bot
from tests.games.table_kit import view_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unhurried")]

_KEYS = count()


def play_round(match: Match, people: list[Any]) -> None:
    """Let all play their first cards; all vote for seat 0, which votes for seat 1."""
    for seat, user in enumerate(people):
        view = view_of(match, seat)
        cards = [card.id for card in view.hand[: view.black.pick]]
        _act(match, user, {"action": "play", "round": view.round, "cards": cards})
    wished = {seat: 1 if seat == 0 else 0 for seat in range(len(people))}
    played = {seat: view_of(match, seat) for seat in range(len(people))}
    own = {
        seat: next(play.handle for play in view.plays if play.mine) for seat, view in played.items()
    }
    for seat, user in enumerate(people):
        raw = {"action": "vote", "round": played[seat].round, "handle": own[wished[seat]]}
        _act(match, user, raw)


def _act(match: Match, user: Any, raw: dict[str, Any]) -> None:
    act(user=user, public_id=match.public_id, raw=raw, key=f"key {next(_KEYS)}")


@pytest.fixture
def finished(running: Any) -> Match:
    match, people = running("ann", "bob", "cy", options={"round_limit": 2})
    for _ in range(2):
        play_round(match, people)
    ended = Match.objects.get(pk=match.pk)
    assert ended.status == Match.Status.FINISHED
    return ended


def played_cards(match: Match, seat: int) -> set[str]:
    texts = {card.id: card.text for card in engine_of(match).setup.content.white}
    record = record_of(match)
    return {
        texts[card]
        for one in record["rounds"]
        for play in one["plays"]
        if play["seat"] == seat
        for card in play["cards"]
    }


def test_cards_with_votes_are_liked(finished: Match) -> None:
    tasks.learn_tastes()
    rows = {row.text: row for row in CardTaste.objects.all()}
    assert {rows[text].got for text in played_cards(finished, 0)} == {2}
    assert {rows[text].possible for text in played_cards(finished, 0)} == {2}
    assert {rows[text].got for text in played_cards(finished, 2)} == {0}
    content: Content = engine_of(finished).setup.content
    known = tastes.tastes_for(content)
    texts = {card.text: card.id for card in content.white}
    liked = known[texts[next(iter(played_cards(finished, 0)))]]
    never = known[texts[next(iter(played_cards(finished, 2)))]]
    shown_never = next(known[texts[text]] for text in texts if text not in rows)
    assert never < shown_never < liked
    assert set(known) == {card.id for card in content.white}


@pytest.mark.both
def test_a_match_is_counted_once(finished: Match) -> None:
    tasks.learn_tastes()
    before = list(CardTaste.objects.order_by("pk").values_list("text", "got", "possible"))
    tasks.learn_tastes()
    assert list(CardTaste.objects.order_by("pk").values_list("text", "got", "possible")) == before
    assert CountedMatch.objects.count() == 1


@pytest.mark.parametrize(
    "changed",
    [{"access": "invite"}, {"spectators": False}, {"access": "password", "password": "x"}],
)
def test_private_matches_are_not_learned_from(finished: Match, changed: dict[str, Any]) -> None:
    Match.objects.filter(pk=finished.pk).update(**changed)
    tasks.learn_tastes()
    assert not CardTaste.objects.exists()
    assert CountedMatch.objects.count() == 1


def test_matches_with_bots_are_not_learned_from(finished: Match) -> None:
    finished.seats.filter(index=1).update(bot="house", user=None)
    tasks.learn_tastes()
    assert not CardTaste.objects.exists()


def test_a_running_match_is_not_counted(running: Any) -> None:
    running("ann", "bob")
    tasks.learn_tastes()
    assert not CountedMatch.objects.exists()


def test_an_unreadable_match_delays_no_other(
    finished: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(match: Match) -> Any:
        raise ValueError("not so")

    monkeypatch.setattr(tastes, "lines_of", broken)
    tasks.learn_tastes()
    assert CountedMatch.objects.count() == 1 and not CardTaste.objects.exists()


def test_tastes_are_copied_at_the_start_and_deleted_with_the_log(
    finished: Match, table: Any, settings: Any
) -> None:
    tasks.learn_tastes()
    match, (host,) = table("dora")
    add_bot(user=host, public_id=match.public_id)
    start(user=host, public_id=match.public_id)
    copied = notes_of(match, dict[str, float])
    assert copied
    CardTaste.objects.all().delete()
    assert notes_of(match, dict[str, float]) == copied
    settings.PACK_LOGS_DAYS = 1
    Match.objects.filter(pk=match.pk).update(
        status="finished", ended_at=match.created_at.replace(year=2020)
    )
    pack_logs()
    assert not BotNotes.objects.filter(match=match).exists()


def test_a_bot_plays_by_the_tastes_of_its_match(running: Any) -> None:
    match, _ = running("ann", "bob")
    view = view_of(match, 1)
    best = view.hand[-1].id
    known = {card.id: 0.1 for card in engine_of(match).setup.content.white}
    keep_notes(match=match, notes={**known, best: 0.9})

    class Sure:
        def below(self, bound: int) -> int:
            return 0

    raw = game_of("blanks").bot(match, "house")(view, Sure())
    assert raw is not None and raw["cards"][0] == best
    raw = game_of("blanks").bot(match, "random")(view, Sure())
    assert raw is not None
    assert raw["cards"][0] == view.hand[0].id


def test_records_contain_no_tastes(finished: Match) -> None:
    tasks.learn_tastes()
    keep_notes(match=finished, notes={"w0001": 0.123456})
    assert "0.123456" not in str(record_of(finished))


def test_tastes_are_stored_by_pack(finished: Match) -> None:
    tasks.learn_tastes()
    assert set(CardTaste.objects.values_list("pack", flat=True)) == {
        Pack.objects.get(slug="house-pack").pk
    }
