"""Tests of log lines in JSON: they have ids and contain no secrets."""

from __future__ import annotations

import io
import json
import logging
import logging.config
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from chat.core import log_context
from config.operations import logs
from games.tasks import run_due, sweep

SECRET = secrets.token_hex(8)
Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Return a function that parses the log, written with `LOG_FORMAT=json`."""
    config = logs.configured(level="INFO", form="json")
    written = io.StringIO()
    config["handlers"]["console"]["stream"] = written
    logging.config.dictConfig(config)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    logging.config.dictConfig(logs.configured(level="WARNING", form="text"))
    log_context.begin()


def test_a_line_has_the_ids_of_its_request_and_user(lines: Lines) -> None:
    log_context.begin(request_id="12345678")
    log_context.note(user_id=7)
    logging.getLogger("games").warning("match %s: not carried out", "abc")
    (line,) = lines()
    at = line.pop("at")
    assert at.endswith("+00:00")
    assert line == {
        "level": "WARNING",
        "logger": "games",
        "message": "match abc: not carried out",
        "request_id": "12345678",
        "user_id": "7",
    }


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["password__startswith=a", "no%0Afield=1", "_to_field=password"])
def test_a_forged_filter_of_the_admin_is_refused_with_one_line(
    lines: Lines, admin_client: Client, query: str
) -> None:
    assert admin_client.get(f"/admin/lobby/user/?{query}").status_code == 400
    (line,) = (one for one in lines() if one["logger"].startswith("django.security"))
    assert line["level"] == "WARNING"
    assert "traceback" not in line
    assert "\n" not in line["message"]


def test_a_traceback_is_one_field_of_one_line(lines: Lines) -> None:
    try:
        raise ValueError("of two\nlines")
    except ValueError:
        logging.getLogger("games").exception("an action failed")
    (line,) = lines()
    assert line["traceback"].startswith("Traceback (most recent call last):\n")
    assert line["traceback"].endswith("ValueError: of two\nlines")


def test_unknown_extra_fields_are_left_out(lines: Lines) -> None:
    """Log a record with attachments as Django and Celery make them."""
    extra = {"request": f"GET /?q={SECRET}", "data": {"args": SECRET}, "status_code": 500}
    logging.getLogger("django.request").error("Internal Server Error", extra=extra)
    (line,) = lines()
    assert set(line) == {"at", "level", "logger", "message"}


def test_a_task_is_logged_with_its_name_and_result(lines: Lines) -> None:
    run_due.apply(args=(SECRET, "too many"))
    (line,) = [line for line in lines() if line["logger"] == "ridotto.tasks"]
    assert line["task"] == "games.tasks.run_due"
    assert line["state"] == "failure"
    assert len(line["task_id"]) == 36
    assert log_context.ids() == {}


@pytest.mark.django_db
def test_frequent_tasks_are_not_logged(lines: Lines) -> None:
    sweep.apply(throw=True)
    assert lines() == []


@pytest.mark.parametrize("given", ["", "short", "a b c d e f g h", "x" * 65, "{${jndi}}12345"])
def test_a_request_gets_an_id_if_the_proxy_sends_none(given: str) -> None:
    assert log_context.name_of_request(given) != given
    assert len(log_context.name_of_request(given)) == 32
    assert log_context.name_of_request("a-proxys-name.1") == "a-proxys-name.1"


def test_requests_are_not_logged_at_a_terminal() -> None:
    loggers = logs.configured(level="INFO", form="text")["loggers"]
    assert loggers["ridotto"]["level"] == "WARNING"
