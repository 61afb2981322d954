"""Players' contributions to the randomness in records, in receipts and on pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.dealer import seal_of
from games.models import Match
from games.services import moderation
from games.services.record import record_of
from tests.games.contributing_kit import TEXTS, announced, opens, wait_for
from tests.games.table_kit import page_of, play_out
from tests.games.test_after_the_end import checked, saved
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db

# --- Records and receipts


@pytest.fixture
def finished(starts: Any) -> tuple[Match, list[Any]]:
    """Return a finished match with two contributions, one of which was revealed."""
    names = ("ann", "bob", "cem")
    match, people = starts(*names, mute=("cem",), options={"target_score": 1})
    opens(people[0], match)
    wait_for(match)
    play_out(match, people)
    assert match.status == "finished"
    return match, people


def test_a_record_lists_contributions_and_is_verified_with_them(
    finished: Any, tmp_path: Path
) -> None:
    match, (ann, *_others) = finished
    program, record = saved(match, ann, tmp_path)
    told = json.loads(record.read_text(encoding="utf-8"))
    assert told["secret"] == match.sealed_secret
    assert told["contributions"] == [
        {"seat": 0, "commitment": announced("ann"), "opening": TEXTS["ann"]},
        {"seat": 1, "commitment": announced("bob"), "opening": ""},
    ]
    assert checked(program, record)[0] == 0
    call_command("verify", match.public_id)
    changes: tuple[dict[str, Any], ...] = (
        {"contributions": told["contributions"][::-1]},
        {"contributions": told["contributions"][:1]},
        {"contributions": []},
        {"secret": match.secret, "seal": seal_of(match.secret)},
    )
    for change in changes:
        record.write_text(json.dumps(told | change), encoding="utf-8")
        assert checked(program, record)[0] == 1


def test_a_record_without_contributions_has_no_such_field(running: Any) -> None:
    match, people = running("ann", "bob", "cem", options={"target_score": 1})
    play_out(match, people)
    assert "contributions" not in record_of(match)


def test_a_contribution_that_differs_from_its_commitment_is_detected(
    finished: Any, tmp_path: Path
) -> None:
    match, _people = finished
    told = record_of(match)
    told["contributions"][0]["opening"] = "e" * 64
    record = tmp_path / "record.json"
    record.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(SystemExit):
        call_command("verify", str(record))


def test_a_receipt_proves_that_the_site_dropped_an_opening(starts: Any, tmp_path: Path) -> None:
    match, people = starts("ann", "bob", options={"target_score": 1}, bots=1)
    ann, bob = people
    browser, receipts = client_for(ann), {}
    url = f"/m/{match.public_id}/receipt.json"
    opens(ann, match)
    receipts["about to begin"] = browser.get(url).json()
    opens(bob, match)
    receipts["begun"] = browser.get(url).json()
    assert [one["opening"] for one in receipts["about to begin"]["contributions"]] == [
        TEXTS["ann"],
        "",
    ]
    assert match.secret not in json.dumps(receipts)
    assert match.sealed_secret not in json.dumps(receipts)
    moderation.abort(match=match, why="agreed")
    match.refresh_from_db()
    (program, record), kept = saved(match, ann, tmp_path), tmp_path / "kept.json"
    told = record_of(match)
    for receipt in receipts.values():
        kept.write_text(json.dumps(receipt), encoding="utf-8")
        record.write_text(json.dumps(told), encoding="utf-8")
        assert checked(program, record, "--seal", str(kept))[0] == 0
        forged = json.loads(json.dumps(told))
        forged["contributions"][0]["opening"] = ""
        record.write_text(json.dumps(forged), encoding="utf-8")
        assert checked(program, record, "--seal", str(kept))[0] == 1


def test_a_receipt_from_before_the_start_proves_nothing_about_contributions(adding: Any) -> None:
    match, (ann, _bob) = adding("ann", "bob")
    receipt = client_for(ann).get(f"/m/{match.public_id}/receipt.json").json()
    assert (receipt["seal"], "contributions" in receipt) == (match.seal, False)


# --- Pages


def test_the_table_sees_commitments_but_not_their_texts(adding: Any) -> None:
    match, people = adding("ann", "bob", "cem", mute=("cem",))
    for user in people:
        text = page_of(user, match).content.decode()
        assert text.count(f'data-added="{announced("ann")}"') == 1
        assert text.count(f'data-added="{announced("bob")}"') == 1
        assert "cem" in text.partition("No contribution from")[2][:200]


def test_only_an_awaited_browser_is_asked_for_its_opening(starts: Any) -> None:
    match, (ann, bob, cem) = starts("ann", "bob", "cem", mute=("cem",))
    opens(ann, match)
    pages = {user: page_of(user, match).content.decode() for user in (ann, bob, cem)}
    form = f'action="/m/{match.public_id}/open/"'
    assert {user: form in page for user, page in pages.items()} == {
        ann: False,
        bob: True,
        cem: False,
    }
    assert re.search(r"Waiting for [^.]*\bbob\b", pages[ann])
    assert "about to begin" in pages[bob]
    assert "Waiting for" not in pages[bob]


@pytest.mark.parametrize("game", ["blanks", "venice"])
def test_the_log_lists_contributions_and_unopened_commitments(starts: Any, game: str) -> None:
    options = {"pace": "fast", "minutes": 10} if game == "venice" else {}
    match, (ann, bob) = starts("ann", "bob", game=game, options=options)
    opens(ann, match)
    wait_for(match)
    for user in (ann, bob):
        text = page_of(user, match).content.decode()
        assert f'data-added="{announced("ann")}" data-opening="{TEXTS["ann"]}"' in text
        assert f'data-added="{announced("bob")}" data-opening=""' in text
        assert f'data-seal="{match.seal}"' in text
        assert "never opened" in text
        assert match.secret not in text
        assert match.sealed_secret not in text
