"""Hash chains of logs: the holder of an earlier head detects a changed log.

A head reveals nothing, and changes only with events that everybody sees.
"""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from auctions.rules import verify as auctions_verify
from chat.core import batched_jobs, clock
from games.engine import record, verify
from games.engine.chain import digest_of_action, digest_of_entry
from games.models import LogEntry, Match, PackedLog, Seat
from games.registry import title_of
from games.services import match_engine, retention
from games.services.match_engine import engine_of
from games.services.play import act
from games.services.record import record_of
from tests.games.table_kit import decide, first_choice, page_of, play_out, view_of
from tests.games.test_after_the_end import checked, saved
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db


def receipt_of(match: Match, user: Any) -> dict[str, Any]:
    told: dict[str, Any] = client_for(user).get(f"/m/{match.public_id}/receipt.json").json()
    return told


def verified(match: Match) -> str:
    """Return the output of `manage.py verify` for the log in the database."""
    said = StringIO()
    with suppress(SystemExit):
        call_command("verify", match.public_id, stdout=said)
    return said.getvalue()


@pytest.fixture
def played(running: Any) -> tuple[Match, list[Any], dict[str, Any]]:
    """Return a finished match, and the receipt a player saved in its middle."""
    match, people = running("ann", "bob", "cem", options={"target_score": 2})
    decide(match, people)
    decide(match, people)
    kept = receipt_of(match, people[0])
    play_out(match, people)
    assert match.status == "finished"
    return match, people, kept


def test_the_site_detects_a_changed_log(played: Any) -> None:
    match, *_rest = played
    assert "0 faults" in verified(match)
    entry = match.log.filter(kind="play").order_by("seq").first()
    LogEntry.objects.filter(pk=entry.pk).update(at=entry.at - timedelta(minutes=5))
    assert "log: it was changed" in verified(match)


def test_a_saved_head_detects_a_rechained_log(played: Any, tmp_path: Path) -> None:
    match, people, kept = played
    (program, record), receipt = saved(match, people[0], tmp_path), tmp_path / "receipt"
    receipt.write_text(json.dumps(kept), encoding="utf-8")
    told = json.loads(record.read_text(encoding="utf-8"))
    assert checked(program, record, "--seal", str(receipt))[0] == 0
    # A time differs from the record: no draw and no rule shows that.
    told["entries"][2]["at"] = told["entries"][1]["at"]
    told["head"] = verify.links(told)[-1]
    record.write_text(json.dumps(told), encoding="utf-8")
    assert checked(program, record)[0] == 0
    assert checked(program, record, "--seal", str(receipt))[0] == 1
    del told["head"]
    record.write_text(json.dumps(told), encoding="utf-8")
    assert checked(program, record, "--seal", str(receipt))[0] == 1


@pytest.mark.parametrize("checker", [verify, auctions_verify])
def test_the_verifier_names_what_a_seal_alone_does_not_prove(checker: Any) -> None:
    record = {"seal": "5" * 64}
    (nothing_kept,) = checker.unkept(record, {})
    assert record["seal"] in nothing_kept
    for kept in (record, {**record, "head": ""}):  # a receipt from before the start has no head
        (sentence,) = checker.unkept(record, kept)
        assert "contributions" in sentence
    assert checker.unkept(record, {**record, "head": "6" * 64}) == []


def test_entries_after_a_head_are_not_bound_by_it(played: Any) -> None:
    match, _people, kept = played
    told = record_of(match)
    told["entries"][-1]["at"] = told["entries"][-2]["at"]
    told["head"] = verify.links(told)[-1]
    assert verify.faults_of_kept(told, kept) == []
    last = {**kept, "head": match.shown_head}
    assert verify.faults_of_kept(told, last)
    assert verify.faults_of_kept(record_of(match), last) == []


def salts_of_votes(match: Match) -> list[str]:
    return list(match.log.filter(kind="vote").values_list("salt", flat=True))


def test_a_record_reveals_salts_except_those_of_votes(played: Any) -> None:
    match, *_rest = played
    told = record_of(match)
    votes = [entry for entry in told["entries"] if entry["action"]["action"] == "vote"]
    others = [entry for entry in told["entries"] if entry not in votes]
    assert all("digest" in entry and "salt" not in entry for entry in votes)
    assert all("salt" in entry and "digest" not in entry for entry in others)
    kept = salts_of_votes(match)
    assert len(kept) == len(votes) == len(set(kept))
    assert not any(salt in json.dumps(told) for salt in kept)
    assert f"{len(votes)} of its {len(told['entries'])} actions" in verify.of_chain(told)


def test_a_digest_depends_on_the_salt_and_the_whole_entry() -> None:
    salt, vote = "0" * 64, {"action": "vote", "handle": "x"}
    done = digest_of_action(salt, vote)
    others = {digest_of_action("1" * 64, vote), digest_of_action(salt, vote | {"handle": "y"})}
    entries = ((3, 1, "t", done), (4, 1, "t", done), (3, None, "t", done), (3, 1, "u", done))
    digests = {digest_of_entry(*entry) for entry in entries}
    digests |= {digest_of_entry(3, 1, "t", other) for other in others}
    assert len(digests) == len(entries) + len(others)


def test_a_sealed_answer_does_not_change_the_public_head(running: Any) -> None:
    match, (ann, bob, cem) = running("ann", "bob", "cem")
    before, head = receipt_of(match, bob)["head"], match.head
    assert before
    assert f">{before}<" in page_of(bob, match).content.decode()
    for seat, user in enumerate((ann, bob)):
        raw = first_choice(view_of(match, seat))
        act(user=user, public_id=match.public_id, raw=raw, key="")
        match.refresh_from_db()
        assert {receipt_of(match, one)["head"] for one in (ann, bob, cem)} == {before}
        assert match.head != head
        head = match.head
    act(user=cem, public_id=match.public_id, raw=first_choice(view_of(match, 2)), key="")
    match.refresh_from_db()
    after = receipt_of(match, bob)["head"]
    assert before != after == match.head
    text = page_of(bob, match).content.decode()
    assert f">{after}<" in text
    assert not any(salt in text for salt in match.log.values_list("salt", flat=True))


@pytest.mark.both
def test_a_packed_log_keeps_its_chain(played: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match, *_rest = played
    before = record_of(match)
    clock.move(400 * 24 * 3600)
    monkeypatch.setattr(batched_jobs, "STINT", 60.0)
    retention.pack_logs()
    assert PackedLog.objects.filter(match=match).exists()
    assert not LogEntry.objects.filter(match=match).exists()
    assert record_of(Match.objects.get(pk=match.pk)) == before


def _another_card(told: Any) -> None:
    first = told["content"]["white"][0]
    first["text"] += " indeed"


def _another_target(told: Any) -> None:
    told["options"]["target_score"] += 1


def _a_bot(told: Any) -> None:
    told["began"][1]["bot"] = True


def _other_rules(told: Any) -> None:
    told["rules"] += 1


@pytest.mark.parametrize("change", [_another_card, _another_target, _a_bot, _other_rules])
def test_every_head_binds_the_setup_of_the_match(played: Any, change: Any) -> None:
    match, _people, kept = played
    told = json.loads(json.dumps(record_of(match)))
    assert verify.check(told)[0] + verify.faults_of_kept(told, kept) == []
    change(told)
    assert verify.faults_of_chain(told)
    told["head"] = verify.links(told)[-1]
    assert verify.faults_of_chain(told) == []
    assert verify.faults_of_kept(told, kept)
    # Nor does it help to claim that there is no chain.
    del told["chain"]
    assert verify.faults_of_kept(told, kept)


def test_the_site_detects_a_changed_card(played: Any) -> None:
    match, *_rest = played
    text = json.dumps(record_of(match)["content"]["white"][0]["text"], ensure_ascii=False)
    before = bytes(match.setup.data)
    match.setup.data = before.replace(text.encode(), b'"another"', 1)
    assert match.setup.data != before
    match.setup.save()
    match_engine._engine.cache_clear()
    assert "log: it was changed" in verified(match)


def test_the_record_names_the_first_player_of_a_seat_taken_by_a_bot(played: Any) -> None:
    match, *_rest = played
    Seat.objects.filter(match=match, index=1).update(bot="house", user=None)
    told = json.loads(json.dumps(record_of(match)))
    assert told["seats"][1]["bot"]
    assert told["began"] == [{"bot": False}] * 3
    assert "0 faults" in verified(match)
    assert engine_of(match).setup == record.setup_of(title_of(match), told)
