"""Tests that all settings are documented, and that production checks them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import checks, environment
from tests.laws.source import ROOT, nothing, settings_text

KINDS = "text|readable|flag|number|one_of|port|redis|sentry|whole|words"
READ = re.compile(rf'env\.(?:{KINDS})\(\s*"(\w+)"')
NAMED = re.compile(r"^#?([A-Z_]+)=", re.MULTILINE)


def test_the_example_names_exactly_the_settings() -> None:
    read = set(READ.findall(settings_text()))
    named = set(NAMED.findall((ROOT / ".env.example").read_text()))
    assert named == read


USUAL = re.compile(r"env\.(?:whole|number|port)\(\s*\"(\w+)\", ([\d._]+)\s*\)")


def test_the_example_shows_the_defaults() -> None:
    usual = USUAL.findall(settings_text())
    example = dict(re.findall(r"^(\w+)=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert len(usual) > 20
    behind_a_proxy = {"TRUSTED_PROXIES"}
    nothing(
        f"{name}: {number} and {example[name]}"
        for name, number in usual
        if name not in behind_a_proxy and float(number) != float(example[name])
    )


def test_the_documented_limits_are_the_real_ones(settings: Any) -> None:
    page = (ROOT / "docs/operations.md").read_text()
    assert (settings.REQUEST_MOST_BYTES, settings.UPLOAD_MOST_BYTES) == (2**20, 5 * 2**20)
    for row in (
        "| body of a request | 1 MiB, ",
        "| body with the file of a pack | 5 MiB, ",
        f"| time for the headers | {settings.REQUEST_HEADER_SECONDS} s ",
        f"| time for the body | {settings.REQUEST_BODY_SECONDS} s |",
        f"| idle keep-alive connection | {settings.KEEP_ALIVE_SECONDS} s |",
        f"| connections with an incomplete request | {settings.CONNECTIONS_WAITING} |",
        f"| sockets per person | {settings.SOCKETS_PER_PERSON} |",
        f"| sockets per address | {settings.SOCKETS_PER_ADDRESS} |",
    ):
        assert row in page, row


def test_the_example_can_be_sourced_as_it_says() -> None:
    told = "set -a; . ./.env.example; set +a; env"
    read = subprocess.run(
        ["sh", "-euc", told], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "DEFAULT_FROM_EMAIL=Ridotto <house@ridotto.example>" in read.stdout.splitlines()
    assert read.stderr == ""


MISTAKES = [
    (environment.readable, "/no/such", "must name a file that can be read, not '/no/such'"),
    (environment.database, "postgresql:oops", "must begin with postgresql://"),
    (environment.database, "mysql://a:b@host/name", "must begin with postgresql://"),
    (environment.database, "postgresql://a:b@host", "must name a database"),
    (environment.database, "postgresql://a:pass#word@host:5432/name", "write it as %23"),
    (
        environment.database,
        "postgresql://a:pass/word@host:5432/name",
        "a port that is not a number",
    ),
    (environment.database, "postgresql://a:pass[word@host:5432/name", "write %5B or %5D"),
    (environment.redis, "http://x", "must begin with redis://"),
    (environment.redis, "redis://", "name a host"),
    (partial(environment.whole, default=0), "-1", "at least 0, not '-1'"),
    (partial(environment.whole, default=0), "1.5", "whole number, not 1.5"),
    (partial(environment.number, default=0), "inf", "at least 0, not 'inf'"),
    (partial(environment.number, default=0), "ten", "must be a number, not 'ten'"),
    (partial(environment.port, default=0), "99999", "at most 65535, not 99999"),
    (environment.sentry, "oops", "must begin with https://"),
    (environment.sentry, "https://word.example/7", "not a Sentry DSN"),
    (environment.sentry, "https://word@host/project", "not a Sentry DSN"),
    (environment.flag, "perhaps", "must be 1 or 0, not 'perhaps'"),
]


@pytest.mark.parametrize(("read", "value", "told"), MISTAKES)
def test_a_mistake_in_a_setting_is_refused(
    monkeypatch: pytest.MonkeyPatch, read: Any, value: str, told: str
) -> None:
    monkeypatch.setenv("SETTING", value)
    with pytest.raises(ImproperlyConfigured, match=re.escape(told)) as refused:
        read(value if read is environment.database else "SETTING")
    assert "word" not in str(refused.value).replace("password", ""), "it quotes a password"


def _python(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **environment},
    )  # fmt: skip


KNOWN = "INFO, DEBUG, WARNING, ERROR, CRITICAL"
CELERY = ["-m", "celery", "-A", "config"]
STEADY = "--scheduler=config.celery:SteadyScheduler"  # keeps no schedule file


@pytest.mark.deep
@pytest.mark.parametrize(
    ("program", "name", "value", "told"),
    [
        (["manage.py", "check"], "LOG_LEVEL", "loud", f"{KNOWN}, not 'loud'"),
        ([*CELERY, "worker"], "DATABASE_URL", "postgresql:oops", "must begin with postgresql://"),
    ],
)
def test_a_mistake_in_a_setting_is_reported_in_one_line(
    program: list[str], name: str, value: str, told: str
) -> None:
    answer = _python(*program, **{name: value})
    assert answer.returncode == 1
    (sentence,) = answer.stderr.splitlines()
    assert f"{name} " in sentence
    assert told in sentence


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["worker", f"beat {STEADY}"])
def test_production_starts_no_worker_and_no_beat_on_insecure_settings(kind: str) -> None:
    unsafe = {"PRODUCTION": "1", "SECRET_KEY": "", "ALLOWED_HOSTS": "*"}
    answer = _python(*CELERY, *kind.split(), **unsafe)
    assert answer.returncode != 0
    assert "Set SECRET_KEY to at least 50 " in answer.stderr


@pytest.mark.deep
def test_a_separate_password_is_used_verbatim() -> None:
    odd = "a:/?#@%$ 'b\"\\"
    given = {"DATABASE_URL": "postgresql://ridotto@postgres:5432/ridotto", "POSTGRES_PASSWORD": odd}
    told = "from config import settings; print(settings.DATABASES['default']['PASSWORD'])"
    answer = _python("-c", told, **given)
    assert answer.stdout == f"{odd}\n", answer.stderr


@pytest.mark.deep
def test_an_empty_key_counts_as_missing_outside_production() -> None:
    answer = _python("manage.py", "check", SECRET_KEY="")
    assert answer.returncode == 0, answer.stderr


@pytest.fixture
def safe(settings: Any) -> Any:
    settings.PRODUCTION, settings.DEBUG, settings.TESTING = True, False, False
    settings.SECRET_KEY, settings.ALLOWED_HOSTS = "k3y-" * 20, ["ridotto.example"]
    settings.BOT_DELAY_SCALE = 1.0
    return settings


def test_production_starts_on_safe_settings(safe: Any) -> None:
    checks.insist()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", "short"),
        ("DEBUG", True),
        ("TESTING", True),
        ("SECRET_KEY", ""),
        ("ALLOWED_HOSTS", []),
        ("ALLOWED_HOSTS", ["*"]),
        ("BOT_DELAY_SCALE", 0.0),
    ],
)
def test_production_refuses_insecure_settings(safe: Any, name: str, value: object) -> None:
    setattr(safe, name, value)
    with pytest.raises(ImproperlyConfigured, match=name):
        checks.insist()


SAFE = {"TESTING": "0", "BOT_DELAY_SCALE": "1"}  # settings that differ in tests


def test_a_server_does_not_start_on_insecure_settings() -> None:
    """Import the module that every server loads."""
    done = _python("-c", "import config.server.asgi", PRODUCTION="1", SECRET_KEY="short", **SAFE)
    assert done.returncode == 1
    (told,) = done.stderr.splitlines()
    assert "Set SECRET_KEY to at least 50 " in told
    assert "Set ALLOWED_HOSTS " in told


GUARDED = """
import django
django.setup()
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.core.management import call_command
call_command("migrate", verbosity=0)
browser = Client(headers={"X-Forwarded-Proto": "https", "Host": "ridotto.example"})
browser.post("/play-now/")
print(*sorted(browser.cookies), "_auth_user_id" in browser.session)
for cookie in browser.cookies.values():
    if cookie.key.startswith("__Host-"):
        print(cookie.key, bool(cookie["secure"]), cookie["path"], repr(cookie["domain"]))
for password in ("Quiet-Herons-13", "quiet-herons-14"):
    try:
        validate_password(password)
        print("taken")
    except ValidationError as error:
        print(error.error_list[0].code)
"""


@pytest.mark.deep
def test_cookies_may_be_host_only_and_leaked_passwords_are_refused(
    tmp_path: Path,
) -> None:
    leaked = tmp_path / "leaked.txt"
    leaked.write_text("quiet-herons-13\nanother\n", "utf-8")
    house = {"PRODUCTION": "1", "SECRET_KEY": "x1" * 30, "ALLOWED_HOSTS": "ridotto.example"}
    chosen = {"HOST_COOKIES": "1", "LEAKED_PASSWORDS": str(leaked), "RUN_DIR": str(tmp_path)}
    done = _python("-c", GUARDED, **SAFE, **house, **chosen)
    assert done.stdout.splitlines() == [
        "__Host-csrftoken __Host-sessionid device True",
        "__Host-csrftoken True / ''",
        "__Host-sessionid True / ''",
        "password_too_common",
        "taken",
    ], done.stderr


PRAGMAS = """
import django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    for name in ("synchronous", "journal_mode"):
        print(*cursor.execute(f"PRAGMA {name}").fetchone())
"""


@pytest.mark.deep
@pytest.mark.parametrize(("setting", "synchronous"), [("", "2"), ("NORMAL", "1")])
def test_commits_to_sqlite_are_as_durable_as_the_setting_says(
    tmp_path: Path, setting: str, synchronous: str
) -> None:
    chosen = {"SQLITE_SYNCHRONOUS": setting, "RUN_DIR": str(tmp_path), "DATABASE_URL": ""}
    done = _python("-c", PRAGMAS, DJANGO_SETTINGS_MODULE="config.settings", **chosen)
    assert done.stdout.split() == [synchronous, "wal"], done.stderr
