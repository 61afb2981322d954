"""The downloaded record of a week, equal to the one built in memory (rules 5.1)."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.management import call_command
from django.http import StreamingHttpResponse

from auctions.rules import verify
from auctions.rules.lineup import lineup_seed
from auctions.selectors import record as records
from auctions.services.commands import act
from chat.core import responses
from games.engine import codec
from games.engine.dealer import seal_of
from games.models import Contribution
from games.refusals import Refusal
from games.services.contributions import mix
from games.services.tables import seat_bots
from tests.auctions.moves import set_loan
from tests.auctions.weeks import FAST, ZEROS, Play, begin, open_match, people_called
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(wednesday: datetime) -> Play:
    """Return a finished week of people and of bots of all kinds.

    Some people have several bids at one price.
    """
    people = people_called("Zoë “Z”", 5)
    match = open_match(people, options={**FAST, "company": "mixed"})
    seat_bots(match=match, bots=["planner"] * 30)
    week = Play(begin(match), people)
    for person in people[:4]:
        set_loan(user=person, public_id=week.id, amount=120)
        for auction in range(7):
            for price in (9, 20 + auction):
                bid = {"do": "bid", "auction": auction, "item": week.item(auction)}
                act(user=person, public_id=week.id, raw={**bid, "price": price, "units": 1})
    week.run(0)
    for auction in range(1, 7):
        week.run(auction)
    assert week.fresh().status == "finished"
    return week


@pytest.mark.both
def test_the_streamed_record_equals_the_built_one(
    finished: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = codec.plain(records.week_record(finished.match))
    assert json.loads("".join(records.record_pieces(finished.match))) == json.loads(
        json.dumps(built)
    )
    assert sum(len(entry["awards"]) for entry in built["entries"]) > 15
    monkeypatch.setattr(records, "_PIECE", 500)
    monkeypatch.setattr(records, "_ROWS", 3)
    pieces = list(records.record_pieces(finished.match))
    assert max(map(len, pieces)) < 1_000
    assert json.loads("".join(pieces)) == json.loads(json.dumps(built))


@pytest.mark.both
def test_rows_of_equal_price_are_ordered_by_seat(finished: Play) -> None:
    for entry in json.loads("".join(records.record_pieces(finished.match)))["entries"]:
        for rows in (entry["bids"], entry["awards"]):
            assert rows == sorted(rows, key=lambda row: (row[0], -row[2], row[1]))


@pytest.mark.deep
@pytest.mark.parametrize("large", [False, True])
def test_the_downloaded_verifier_checks_a_record(
    finished: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    if large:
        monkeypatch.setattr(responses, "_IN_MEMORY", 1_000)
        monkeypatch.setattr(responses, "_AT_ONCE", 3_000)
    browser = client_for(finished.user(0))
    headers = {"accept-encoding": "gzip"} if large else {}
    answer: Any = browser.get(f"/m/{finished.id}/record.json", headers=headers)
    assert isinstance(answer, StreamingHttpResponse) == large
    assert answer["Content-Type"] == "application/json"
    content = async_to_sync(_read)(answer) if large else answer.content
    if large:
        assert int(answer["Content-Length"]) == len(content)
    record, program = tmp_path / "record.json", tmp_path / "verify.py"
    record.write_bytes(content)
    program.write_bytes(browser.get("/verify/venice.py").content)
    command = [sys.executable, "-I", str(program), str(record)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "0 faults" in done.stdout
    assert f"{finished.match.seal} is the seal" in done.stdout
    for seal, status in ((finished.match.seal, 0), ("0" * 64, 1)):
        compared = subprocess.run(
            [*command, "--seal", seal], capture_output=True, text=True, check=False
        )
        assert compared.returncode == status, compared.stdout
        assert "is the seal" not in compared.stdout


def test_the_verify_command_checks_a_week(finished: Play, tmp_path: Path) -> None:
    said = StringIO()
    call_command("verify", finished.id, stdout=said)
    assert " 0 faults" in said.getvalue()
    record = json.loads("".join(records.record_pieces(finished.match)))
    record["options"]["minutes"] += 1
    forged, said = tmp_path / "record.json", StringIO()
    forged.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(SystemExit):
        call_command("verify", str(forged), stdout=said)
    assert said.getvalue().count("chain does not end with its head") == 1


def test_players_contributions_are_verified(wednesday: datetime) -> None:
    match = open_match(people_called("p", 3), options=FAST)
    first, second, _third = match.seats.order_by("index")
    text = "a" * 64
    for seat, opening in ((first, text), (second, "")):
        Contribution.objects.create(
            seat=seat, match=match, commitment=seal_of(text), opening=opening
        )
    mix(match)
    week = Play(begin(match), [])
    for auction in range(7):
        week.run(auction)
    told: dict[str, Any] = codec.plain(records.week_record(week.fresh()))
    assert told["seed"] == lineup_seed(seal_of("|".join([ZEROS, text, seal_of(text)])))
    assert [one["opening"] for one in told["contributions"]] == [text, ""]
    assert verify.check(told) == []
    written = json.loads("".join(records.record_pieces(week.match)))
    assert written == json.loads(json.dumps(told))
    assert verify.check({**told, "contributions": told["contributions"][:1]})
    assert verify.check({**told, "contributions": told["contributions"][::-1]})


def test_bids_do_not_change_the_head_and_auctions_do(wednesday: datetime) -> None:
    week = Play(begin(open_match(people_called("p", 2), options=FAST)), people_called("q", 0))
    person = week.match.owner
    heads = [week.fresh().head]
    set_loan(user=person, public_id=week.id, amount=100)
    bid = {"do": "bid", "auction": 0, "item": week.item(0), "price": 9, "units": 1}
    act(user=person, public_id=week.id, raw=bid)
    assert (week.fresh().head, week.match.shown_head) == (heads[0], heads[0])
    for auction in range(7):
        week.run(auction)
        assert week.fresh().head == week.match.shown_head
        heads.append(week.match.head)
    assert len(set(heads)) == 8
    assert verify.links(codec.plain(records.week_record(week.match))) == heads


def test_a_kept_head_reveals_changed_auctions(finished: Play) -> None:
    told: dict[str, Any] = json.loads(json.dumps(codec.plain(records.week_record(finished.match))))
    kept = {"seal": told["seal"], "head": verify.links(told)[4]}
    assert verify.check(told) + verify.faults_of_kept(told, kept) == []
    told["entries"][2]["at"] = told["entries"][1]["at"]
    assert any("chain" in fault for fault in verify.check(told))
    told["head"] = verify.links(told)[-1]
    assert not any("chain" in fault for fault in verify.check(told))
    assert verify.faults_of_kept(told, kept)


async def _read(answer: StreamingHttpResponse) -> bytes:
    assert answer.is_async
    return b"".join([piece async for piece in aiter(answer)])


def test_there_is_no_record_before_the_end(wednesday: datetime) -> None:
    week = Play(begin(open_match(people := people_called("ann", 2), options=FAST)), people)
    with pytest.raises(Refusal, match="not_finished"):
        records.record_pieces(week.match)
    browser = client_for(week.user(0))
    assert browser.get(f"/m/{week.id}/record.json").status_code == 404


def test_every_head_binds_the_options_and_seats(finished: Play) -> None:
    told: dict[str, Any] = json.loads(json.dumps(codec.plain(records.week_record(finished.match))))
    kept = {"seal": told["seal"], "head": verify.links(told)[4]}
    options, seats = told["options"], told["seats"]
    turned = {**seats[0], "bot": not seats[0]["bot"]}
    for change in (
        {"options": {**options, "cap": options["cap"] + 1}},
        {"options": {**options, "company": "idle"}},
        {"start": told["instants"][0]},
        {"seats": [turned, *seats[1:]]},
    ):
        forged = {**told, **change}
        assert verify.faults_of_chain(forged)
        forged["head"] = verify.links(forged)[-1]
        assert verify.faults_of_kept(forged, kept)
    assert verify.faults_of_chain(told) + verify.faults_of_kept(told, kept) == []
