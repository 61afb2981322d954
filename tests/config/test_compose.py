"""compose.yaml runs what the Procfile runs, in order, and asks each service how it is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from config.operations import pulse
from tests.laws.source import APPS, ROOT, modules, nothing
from tests.support.containers import (
    command_of,
    command_of_image,
    health_check_of,
    is_ignored,
    ours,
    services,
    steps,
)

TEXTS = "config/locale/*.pot"  # made anew by `make messages`, and no secret
EVERY = sorted(services())
ONCE = {name for name, one in services().items() if one.get("restart") == "no"}
EXAMPLE = (ROOT / ".env.example").read_text("utf-8")
SETTINGS = dict(re.findall(r"^#?([A-Z_]+)=(.*)$", EXAMPLE, re.MULTILINE))


def _procfile() -> dict[str, str]:
    """Each command with the usual values of what may be set."""
    lines = (ROOT / "Procfile").read_text("utf-8").splitlines()
    kinds = (line.partition(": ") for line in lines)
    return {kind: re.sub(r"\$\{\w+:-(\S+?)\}", r"\1", line) for kind, _, line in kinds}


@pytest.mark.parametrize("name", EVERY)
def test_each_is_carried_out_once_or_started_again_and_asked_how_it_is(name: str) -> None:
    service = services()[name]
    assert service["restart"] == ("no" if name in ONCE else "unless-stopped")
    check = health_check_of(service)
    assert (check is None) == (name in ONCE)
    assert name not in pulse.KINDS or check == ["sh", "-c", f"python manage.py pulse {name}"]


@pytest.mark.parametrize("name", EVERY)
def test_each_waits_until_what_it_needs_is_well_or_done(name: str) -> None:
    needs = services()[name].get("depends_on", {})
    said = {other: need["condition"] for other, need in needs.items()}
    assert said == {
        other: "service_completed_successfully" if other in ONCE else "service_healthy"
        for other in needs
    }
    assert _all_needs(name) == _expected_needs(name)


def _all_needs(name: str) -> set[str]:
    direct = services()[name].get("depends_on", {})
    return {*direct, *(other for one in direct for other in _all_needs(one))}


def _expected_needs(name: str) -> set[str]:
    if name not in ours():
        return set()
    return {"postgres"} if name in ONCE else {"postgres", "migrate", "redis"}


def test_commands_are_those_of_the_procfile() -> None:
    procfile = _procfile()
    run = {name: command_of(service) for name, service in ours().items()}
    assert run["web1"] == run["web2"] == procfile["web"].split() == command_of_image()
    assert run["worker"] == procfile["worker"].split()
    assert run["thinker"] == procfile["thinker"].split()
    assert run["beat"] == procfile["beat"].split()


def test_the_release_is_carried_out_in_the_image_and_before_the_start() -> None:
    shell, option, migrate = command_of(ours()["migrate"])
    assert (shell, option) == ("sh", "-c")
    in_image = [part for kind, words in steps() if kind == "RUN" for part in words.split(" && ")]
    for part in _procfile()["release"].split(" && "):
        assert part in migrate.split(" && ") or part in in_image, part


@pytest.mark.parametrize("name", sorted(ours()))
def test_what_is_set_is_a_setting(name: str) -> None:
    assert ours()[name]["env_file"] == ".env"
    assert ours()[name]["environment"].keys() <= SETTINGS.keys()
    assert {name for kind, words in steps() if kind == "ENV" for name in _set(words)} <= {
        *SETTINGS,
        "PYTHONUNBUFFERED",
        "PYTHONDONTWRITEBYTECODE",
    }


def _set(words: str) -> list[str]:
    return [word.partition("=")[0] for word in words.split()]


def test_what_is_asked_of_the_person_is_a_setting() -> None:
    asked = re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text("utf-8"))
    assert asked
    assert set(asked) <= SETTINGS.keys()


def test_the_password_stands_in_no_address() -> None:
    """There, some of its characters would mean something else."""
    for service in ours().values():
        assert re.fullmatch(r"\w+://\w+@[\w:]+/\w+", service["environment"]["DATABASE_URL"])
    assert services()["postgres"]["environment"]["POSTGRES_PASSWORD"] == "${POSTGRES_PASSWORD:?}"


def test_nobody_but_this_machine_reaches_a_service() -> None:
    ports = [port for service in services().values() for port in service.get("ports", [])]
    assert len(ports) == 2
    assert all(re.fullmatch(r"127\.0\.0\.1:\d+:8000", port) for port in ports)


@pytest.mark.parametrize("name", ["web1", "web2", "worker"])
def test_what_has_begun_may_be_finished(name: str) -> None:
    given = re.fullmatch(r"(\d+)s", ours()[name]["stop_grace_period"])
    assert given
    assert int(given[1]) > float(SETTINGS["DRAIN_NOTICE"]) + float(SETTINGS["DRAIN_SECONDS"])


def _seconds(check: dict[str, Any], what: str) -> int:
    return int(str(check[what]).removesuffix("s"))


@pytest.mark.parametrize("name", sorted(ours().keys() - ONCE))
def test_an_answer_has_time_before_the_next_is_asked_for(name: str) -> None:
    check = ours()[name]["healthcheck"]
    assert _seconds(check, "timeout") < _seconds(check, "interval")
    assert _seconds(check, "start_period") > 0


def test_nothing_that_git_leaves_out_is_in_the_image() -> None:
    """Secrets and databases of whoever builds it, among others."""
    left_out = (ROOT / ".gitignore").read_text("utf-8").split()
    assert ".env" in left_out
    names = {line: line.strip("/").replace("*", "x") for line in left_out if line != TEXTS}
    nothing(line for line, name in names.items() if not is_ignored(name))


def test_of_the_repository_the_image_has_all_but_the_tests() -> None:
    shown = [file for name in ("static", "templates") for file in (ROOT / name).rglob("*.*")]
    names = [file.relative_to(ROOT).as_posix() for file in shown]
    names += [module.name for module in modules(*APPS, "tests")]
    nothing(name for name in names if is_ignored(name) != name.startswith("tests/"))
