"""Marks on the pages of a week at the fast pace (rules 3.2)."""

from __future__ import annotations

from django.test import Client

from tests.auctions.page.test_pages import acting, post
from tests.auctions.page.week_pages import page, render_parts, words
from tests.auctions.weeks import people_called, play


def test_players_who_are_done_are_shown_to_all_and_can_undo_it(client: Client) -> None:
    week, watcher = play(3), people_called("watcher", 1)[0]
    name = week.user(1).username
    asked = [form for form in acting(page(week, week.user(1))) if form["do"] == "done"]
    assert [form.get("auction") for form in asked] == ["0", None]  # the next one, and all left
    answer = post(client, week, 1, do="done", auction=0).content.decode()
    assert "You are done" in words(answer)
    assert "1 of 3 players are done for Sunday" in words(answer)
    for viewer in (week.user(0), week.user(1), watcher):
        assert f"{name} " in words(page(week, viewer))
        assert "done for Sunday" in words(render_parts(week, viewer)["players"])
        assert "done for Sunday" in words(render_parts(week, viewer, view="players")["board"])
    post(client, week, 1, do="done")
    assert "done for the week" in words(render_parts(week, watcher)["players"])
    sent = acting(render_parts(week, week.user(1))["seat"])
    assert [form["do"] for form in sent if "done" in form["do"]] == ["undone"]
    post(client, week, 1, script=False, do="undone")
    assert "done for" not in words(render_parts(week, watcher)["players"])


def test_when_all_are_done_the_answer_shows_the_new_deadline(client: Client) -> None:
    week = play(2)
    post(client, week, 0, do="done", auction=0)
    answer = post(client, week, 1, do="done", auction=0).content.decode()
    moved = week.auction(0).instant.isoformat()
    assert f'data-deadline="{moved}"' in answer
    assert 'id="m-board"' in answer


def test_the_daily_pace_has_no_done_button() -> None:
    week = play(2, options={"pace": "daily"})
    assert "done" not in [form["do"] for form in acting(page(week, week.user(0)))]
