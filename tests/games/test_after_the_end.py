"""A finished match: its result, record and rematch (Blanks 14.3, 14.6, 16)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from chat.contacts.blocks import block
from chat.contacts.notices import notify
from chat.core import clock
from chat.live import presence
from chat.messages import rooms
from chat.models import Message, Notice
from games.blanks.rules.engine import BlanksEngine
from games.engine import verify
from games.engine.dealer import seal_of
from games.models import Match, Pack
from games.services import moderation, seats, start
from games.services.play import act
from games.services.record import record_of
from games.services.scheduler import run_due
from tests.games.table_kit import decide, first_choice, notices, page_of, play_out, view_of
from tests.support.log_in import client_for
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db

FORBIDDEN = {"handle", "password", "key", "invitations", "bans", "links", "ballots", "user"}


@pytest.fixture
def finished(running: Any) -> Any:
    def make(*names: str, **wish: Any) -> tuple[Match, list[Any]]:
        options = {"target_score": 1, **wish.pop("options", {})}
        match, people = running(*names, options=options, **wish)
        play_out(match, people)
        assert match.status == "finished"
        return match, people

    return make


def keys_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for one in value.values() for key in keys_in(one)}
    return {key for one in value for key in keys_in(one)} if isinstance(value, list) else set()


# --- Record


def test_a_record_contains_no_ballots_handles_or_table_secrets(finished: Any) -> None:
    match, _people = finished("ann", "bob", "cem", access="open")
    record = json.loads(json.dumps(record_of(match)))
    assert not keys_in(record) & FORBIDDEN
    votes = [entry for entry in record["entries"] if entry["action"]["action"] == "vote"]
    assert votes
    assert all(entry["action"] == {"action": "vote"} for entry in votes)
    assert all(entry["seat"] is not None and entry["at"] for entry in votes)
    assert {draw["name"] for entry in record["entries"] for draw in entry["drawn"]} == {
        "white",
        "black",
        "order",
    }
    assert record["table"]["most"] == 4
    assert record["secret"] == match.secret


def test_players_can_download_the_record_and_others_cannot(finished: Any, person: Any) -> None:
    match, (ann, bob, _cem) = finished("ann", "bob", "cem")
    url, eve = f"/m/{match.public_id}/record.json", person("eve")
    assert client_for(ann).get(url).content == client_for(bob).get(url).content
    assert client_for(eve).get(url).status_code == 404
    assert page_of(eve, match).status_code == 403
    assert Client().get(url).status_code == 302


def test_a_running_match_has_no_record(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    assert client_for(ann).get(f"/m/{match.public_id}/record.json").status_code == 404
    with pytest.raises(CommandError, match="no record yet"):
        call_command("verify", match.public_id)


def test_an_aborted_match_has_a_record_too(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    moderation.abort(match=match, why="agreed")
    assert client_for(ann).get(f"/m/{match.public_id}/record.json").status_code == 200


def test_a_match_closed_on_a_fault_has_a_page_but_no_record(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (ann, _bob) = running("ann", "bob")
    Match.objects.update(status="stalled")
    match.refresh_from_db()

    def broken(*_: Any) -> None:
        raise RuntimeError("the rules fail")

    monkeypatch.setattr(BlanksEngine, "apply", broken)
    moderation.abort(match=match, why="moderator")
    match.refresh_from_db()
    assert (match.status, match.end_reason) == ("aborted", "aborted")
    assert page_of(ann, match).status_code == 200
    assert client_for(ann).get(f"/m/{match.public_id}/record.json").status_code == 404


def test_a_player_can_save_the_seal_during_the_match(running: Any, person: Any) -> None:
    match, (ann, _bob) = running("ann", "bob", spectators=False)
    url = f"/m/{match.public_id}/receipt.json"
    page = client_for(ann).get(f"/m/{match.public_id}/").content.decode()
    assert f'<code class="break">{match.seal}</code>' in page
    assert url in page
    answer = client_for(ann).get(url)
    kept = answer.json()
    assert (kept["seal"], kept["match"]) == (match.seal, match.public_id)
    assert match.created_at.isoformat() == kept["made"] < kept["given"]
    assert "attachment" in answer["Content-Disposition"]
    assert match.secret not in answer.content.decode()
    assert client_for(person("eve")).get(url).status_code == 404


def test_a_player_on_another_page_is_notified_of_the_seal_at_the_start(table: Any) -> None:
    match, (ann, bob, cem) = table("ann", "bob", "cem")
    presence.enter(cem, f"table-{match.public_id}", "page of cem")
    start.start(user=ann, public_id=match.public_id)
    assert [match.seal in text for text in notices(bob, "start")] == [True]
    assert notices(ann, "start") == notices(cem, "start") == []


def test_a_crowd_is_not_notified_of_the_start(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "MOST_TOLD", 1)
    match, (ann, bob, cem) = table("ann", "bob", "cem")
    start.start(user=ann, public_id=match.public_id)
    assert notices(bob, "start") == notices(cem, "start") == []


@pytest.mark.parametrize("keeps", ["seal", "receipt"])
def test_a_replaced_secret_is_detected_with_a_saved_seal(
    finished: Any, tmp_path: Path, keeps: str
) -> None:
    match, (ann, *_others) = finished("ann", "bob", "cem")
    program, record = saved(match, ann, tmp_path)
    receipt = tmp_path / "receipt.json"
    receipt.write_bytes(client_for(ann).get(f"/m/{match.public_id}/receipt.json").content)
    kept = str(receipt) if keeps == "receipt" else match.seal.upper()
    assert checked(program, record, "--seal", kept) == (0, "")
    status, told = checked(program, record)
    assert (status, match.seal in told) == (0, True)
    forged = _played_with_another_secret(json.loads(record.read_text(encoding="utf-8")))
    record.write_text(json.dumps(forged), encoding="utf-8")
    status, told = checked(program, record)
    assert (status, forged["seal"] in told) == (0, True)  # consistent in itself
    assert checked(program, record, "--seal", kept)[0] == 1
    call_command("verify", match.public_id, "--seal", kept)
    with pytest.raises(SystemExit):
        call_command("verify", match.public_id, "--seal", forged["seal"])


def saved(match: Match, user: Any, folder: Path) -> tuple[Path, Path]:
    """Save the verifier and the record as this player does; return their paths."""
    browser, program, record = client_for(user), folder / "verify.py", folder / "record.json"
    program.write_bytes(browser.get("/verify/blanks.py").content)
    record.write_bytes(browser.get(f"/m/{match.public_id}/record.json").content)
    return program, record


def checked(program: Path, record: Path, *more: str) -> tuple[int, str]:
    """Run the verifier; return its exit status and its note that no seal is checked."""
    command = [sys.executable, "-I", str(program), str(record), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, "".join(re.findall(r"Not checked: that \w+ is the seal.*", done.stdout))


def _played_with_another_secret(record: dict[str, Any]) -> dict[str, Any]:
    """Forge a consistent record, as a site does that picks its secret afterwards."""
    secret = "f" * 64
    record |= {"secret": secret, "seal": seal_of(secret)}
    rests: dict[str, list[Any]] = {}
    for draw in verify.draws(record):
        pool = rests.get(draw["name"]) if draw["of"] == "rest" else draw["of"]
        assert pool is not None
        draw["out"] = verify.dealt(draw, pool, secret.encode())
        verify.faults_of_draw(draw, rests, secret.encode())
    record["head"] = verify.links(record)[-1]
    return record


# --- Closing view


def last_vote(match: Match, people: list[Any]) -> tuple[Any, dict[str, Any]]:
    """Play until one vote is missing; return its voter and action."""
    decide(match, people)
    assert match.decision_kind == "vote"
    while len(match.asked) > 1:
        seat = match.asked[0]
        raw = first_choice(view_of(match, seat))
        act(user=people[seat], public_id=match.public_id, raw=raw, key="")
        match.refresh_from_db()
    seat = match.asked[0]
    return people[seat], first_choice(view_of(match, seat))


def opened(browser: Client, match: Match) -> dict[str, str]:
    """Return the headers with which a page that is opened now asks for updates."""
    page = browser.get(f"/m/{match.public_id}/").content.decode()
    return {"X-Since": page.split('data-since="')[1].split('"')[0]}


def test_the_response_to_the_last_vote_contains_the_closing_view_once(running: Any) -> None:
    match, people = running("ann", "bob", "cem")
    voter, raw = last_vote(match, people)
    browser, url = client_for(voter), f"/m/{match.public_id}/act/"
    post = {**raw, "key": "k1"}
    first = browser.post(url, post, headers={"HX-Request": "true"}).content.decode()
    again = browser.post(url, post, headers={"HX-Request": "true"}).content.decode()
    assert "data-once-view" in first
    assert "data-once-view" not in again
    assert "data-once-view" not in browser.get(f"/m/{match.public_id}/").content.decode()


def test_an_open_page_gets_its_closing_view_until_the_next_phase_ends(
    running: Any,
) -> None:
    match, people = running("ann", "bob", "cem")
    voter, raw = last_vote(match, people)
    other = next(user for user in people if user != voter)
    browser, url = client_for(other), f"/m/{match.public_id}/news/"
    since = opened(browser, match)
    act(user=voter, public_id=match.public_id, raw=raw, key="")
    assert "data-once-view" in browser.get(url, headers=since).content.decode()
    decide(match, people)
    assert "data-once-view" not in browser.get(url, headers=since).content.decode()


def test_an_aborted_match_has_no_closing_view(running: Any) -> None:
    match, people = running("ann", "bob", "cem")
    voter, _raw = last_vote(match, people)
    browser = client_for(voter)
    since = opened(browser, match)
    moderation.abort(match=match, why="agreed")
    news = browser.get(f"/m/{match.public_id}/news/", headers=since).content.decode()
    assert "data-once-view" not in news


# --- Rematch


def test_a_rematch_is_the_same_table_with_invitations_to_the_others(
    finished: Any, person: Any
) -> None:
    match, (ann, bob, cem) = finished(
        "ann", "bob", "cem", access="password", password="x", options={"target_score": 1}
    )
    block(blocker=cem, blocked=ann)
    again = start.rematch(user=ann, public_id=match.public_id)
    assert again is not None
    assert start.rematch(user=ann, public_id=match.public_id) == again
    assert (again.status, again.owner, again.name) == ("open", ann, match.name)
    assert (again.options, again.password) == (match.options, match.password)
    assert again.seal != match.seal
    assert [seat.user for seat in again.seats.all()] == [ann]
    assert Notice.objects.get(user=bob, kind="rematch").by == ann
    assert notices(cem, "rematch") == []
    assert code_of(lambda: start.rematch(user=person("eve"), public_id=match.public_id)) == (
        "not_owner"
    )


def tap(user: Any, match: Match) -> Any:
    """Press "Play again"; return the rematch, or None if it is not open yet."""
    return start.play_again(user=user, public_id=match.public_id)


def test_more_than_half_of_the_people_open_a_rematch_without_the_host(finished: Any) -> None:
    match, (ann, bob, cem, dan) = finished("ann", "bob", "cem", "dan")
    assert tap(bob, match) is None
    assert tap(bob, match) is None
    assert tap(cem, match) is None
    again = tap(dan, match)
    assert again.owner == dan
    assert {seat.user for seat in again.seats.all()} == {bob, cem, dan}
    assert len(notices(ann, "rematch")) == 1
    assert notices(bob, "rematch") == []


def test_whoever_asked_has_the_seat_and_the_colour_again(running: Any) -> None:
    match, people = running("ann", "bob", "cem", bots=1)
    Match.objects.update(status="finished", ended_at=clock.now())
    match.seats.filter(user=people[2]).update(hue=7)
    before = {seat.user_id: (seat.index, seat.hue) for seat in match.seats.filter(bot="")}
    assert tap(people[2], match) is None
    again = tap(people[0], match)
    tap(people[1], match)
    seats = {seat.user_id: (seat.index, seat.hue) for seat in again.seats.filter(bot="")}
    assert seats == before
    (bot,) = again.seats.exclude(bot="")
    old_bot = match.seats.exclude(bot="").get()
    assert (bot.index, bot.name, bot.hue) == (old_bot.index, old_bot.name, old_bot.hue)


def test_the_other_players_sit_down_at_the_rematch_with_one_tap(finished: Any) -> None:
    match, (ann, bob, _cem) = finished("ann", "bob", "cem", access="password", password="x")
    again = tap(ann, match)
    assert "Play again" in page_of(bob, match).content.decode()
    where = client_for(bob).post(f"/m/{match.public_id}/rematch/")["Location"]
    assert where == f"/m/{again.public_id}/"
    assert again.seats.filter(user=bob, status="seated").exists()
    assert notices(bob, "rematch") == []
    assert "Go to the rematch" in page_of(bob, match).content.decode()


def test_everybody_sees_who_wants_to_play_again(finished: Any) -> None:
    match, (ann, bob, cem) = finished("ann", "bob", "cem")
    assert all("Play again" in page_of(user, match).content.decode() for user in (ann, bob, cem))
    client_for(bob).post(f"/m/{match.public_id}/rematch/")
    page = page_of(cem, match).content.decode()
    assert "Wants to play again: bob." in page
    page = page_of(bob, match).content.decode()
    assert "when the host or 1 more player does" in page
    assert ">Play again<" not in page
    tap(ann, match)
    assert "data-go-on" in page_of(bob, match).content.decode()


def test_the_notices_of_the_last_match_are_withdrawn(finished: Any) -> None:
    match, (ann, bob, _cem) = finished("ann", "bob", "cem")
    url = f"/m/{match.public_id}/"
    notify(user=bob, kind="start", text="It has begun", url=url)
    tap(ann, match)
    assert not Notice.objects.filter(user=bob, url=url).exists()


def test_the_chat_continues_at_the_rematch_for_those_who_were_there(
    finished: Any, person: Any
) -> None:
    match, (ann, bob, _cem) = finished("ann", "bob", "cem")
    room = rooms.room(f"table-{match.public_id}")
    Message.objects.create(room=room, author=bob, text="One more round?", key="1", at=clock.now())
    again = tap(ann, match)
    assert "One more round?" in page_of(ann, again).content.decode()
    eve = person("eve")
    seats.join(user=eve, public_id=again.public_id)
    assert "One more round?" not in page_of(eve, again).content.decode()


def test_the_draw_is_verified_below_the_result(finished: Any) -> None:
    match, (ann, *_others) = finished("ann", "bob", "cem")
    page = page_of(ann, match).content.decode()
    board = page[page.index('id="m-board"') : page.index('id="m-seat"')]
    assert "Verify the draw" in board
    assert page.count("Verify the draw") == 1


def test_a_rematch_has_as_many_bots_as_before(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob", bots=2, options={"away_after": 1})
    for _ in range(6):
        clock.move(1000)
        run_due(match.pk)
    match.refresh_from_db()
    assert (match.status, match.end_reason) == ("finished", "too_few_players")
    again = start.rematch(user=ann, public_id=match.public_id)
    assert again is not None
    assert again.seats.exclude(bot="").count() == 2


def test_a_match_against_bots_restarts_with_one_click(running: Any) -> None:
    match, (ann,) = running("ann", bots=2, options={"target_score": 3})
    match.seats.filter(user=ann).update(guided=True)
    Match.objects.update(status="finished", ended_at=clock.now())
    where = client_for(ann).post(f"/m/{match.public_id}/rematch/", {"key": "again"})["Location"]
    again = Match.objects.get(public_id=where.split("/")[2])
    assert (again.status, again.options) == ("running", match.options)
    assert [seat.bot for seat in again.seats.all()] == [seat.bot for seat in match.seats.all()]
    assert again.seats.get(user=ann).guided
    assert client_for(ann).post(f"/m/{match.public_id}/rematch/")["Location"] == where


def test_a_rematch_waits_for_friends(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob", bots=1)
    Match.objects.update(status="finished", ended_at=clock.now())
    where = client_for(ann).post(f"/m/{match.public_id}/rematch/")["Location"]
    assert Match.objects.get(public_id=where.split("/")[2]).status == "open"


def test_an_aborted_match_has_no_rematch(running: Any) -> None:
    match, (ann, bob) = running("ann", "bob")
    assert code_of(lambda: start.rematch(user=bob, public_id=match.public_id)) == "not_finished"
    moderation.abort(match=match, why="agreed")
    assert code_of(lambda: start.rematch(user=ann, public_id=match.public_id)) == "not_finished"


def test_a_rematch_leaves_out_forbidden_packs_with_a_notice(finished: Any, person: Any) -> None:
    match, (ann, *_others) = finished("ann", "bob", "cem")
    now = clock.now()
    gone = Pack.objects.create(
        slug="gone", name="Gone", state="retired", owner=ann, created_at=now, changed_at=now
    )
    Match.objects.update(options={**match.options, "packs": ["house-pack", gone.slug]})
    again = start.rematch(user=ann, public_id=match.public_id)
    assert again is not None
    assert again.options["packs"] == ["house-pack"]
    assert len(notices(ann, "options")) == 1
    assert Notice.objects.filter(kind="options").count() == 1
