"""The Dockerfile and compose.yaml as data, so that tests run what they say."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.laws.source import ROOT
from tests.support import release

PIP = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_CERT", "HTTPS_PROXY", "https_proxy")
LEFT_OUT = ("useradd", "chown")  # commands of RUN steps that create the user


def services() -> dict[str, dict[str, Any]]:
    """Return the services of compose.yaml by name, with merge keys resolved."""
    return dict(yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"])


def ours() -> dict[str, dict[str, Any]]:
    """Return the services that run the site's own image."""
    return {name: each for name, each in services().items() if each["image"] == "ridotto"}


def command_of(service: dict[str, Any]) -> list[str]:
    """Return the command of a service, by default the image's own."""
    given = service.get("command")
    if given is None:
        return command_of_image()
    return given if isinstance(given, list) else shlex.split(given)


def command_of_image() -> list[str]:
    (command,) = [words for kind, words in steps() if kind == "CMD"]
    return list(json.loads(command))


def health_check_of(service: dict[str, Any]) -> list[str] | None:
    """Return the health check as an argument list, or None if there is none."""
    given = service.get("healthcheck", {}).get("test")
    if given is None:
        return None
    # A list begins with `CMD`; a string is for a shell.
    return given[1:] if isinstance(given, list) else ["sh", "-c", given]


def steps() -> Iterator[tuple[str, str]]:
    """Yield each instruction of the Dockerfile with its arguments."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            kind, words = line.split(maxsplit=1)
            yield kind, words


def is_ignored(name: str) -> bool:
    """Return True if .dockerignore names this file or a folder of it."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").split()
    return any(re.match(f"{_pattern(line)}(/|$)", name) for line in lines)


def _pattern(line: str) -> str:
    return re.escape(line).replace(r"\*\*/", "(.*/)?").replace(r"\*", "[^/]*")


class Image:
    """The image that the Dockerfile builds, in a folder that stands for its `/`.

    Its virtual environment stands for the base image's Python, and the user who runs the tests for
    its user.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root
        self.own: dict[str, str] = {}  # the image's own environment variables
        self.copied: set[str] = set()

    def build(self) -> None:
        subprocess.run([sys.executable, "-m", "venv", self.root / "venv"], check=True)
        for kind, words in steps():
            getattr(self, f"_{kind.lower()}")(words)

    def environment(self, **more: str) -> dict[str, str]:
        return release.shell(self.root / "venv/bin", *PIP) | self.own | more

    def here(self, text: str) -> str:
        """Return the text with paths of the image replaced by those in this folder."""
        return re.sub(r"(?<![\w.])/srv\b", str(self.root / "srv"), text)

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.folder, env=self.environment(**environment),
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    def _from(self, words: str) -> None:
        assert re.match(r"python:3\.1[1-4]\b", words), words

    def _env(self, words: str) -> None:
        self.own |= dict(word.split("=", 1) for word in shlex.split(self.here(words)))

    def _workdir(self, words: str) -> None:
        self.folder = Path(self.here(words))
        self.folder.mkdir(parents=True)

    def _copy(self, words: str) -> None:
        source, target = words.split()
        assert target == ".", words
        for name in release.files():
            if source in (".", name) and not is_ignored(name):
                release.copy(name, self.folder)
                self.copied.add(name)

    def _run(self, words: str) -> None:
        for command in words.split(" && "):
            if command.split()[0] in LEFT_OUT:
                continue
            # pip's cache, which the tests' own installation has filled, is as good as a download.
            plain = self.here(command).replace("--no-cache-dir ", "")
            done = self.run("sh", "-euc", plain)
            assert done.returncode == 0, done.stdout + done.stderr

    def _user(self, words: str) -> None:
        assert words != "root"

    def _expose(self, words: str) -> None:
        assert words in command_of_image()

    def _cmd(self, words: str) -> None:
        assert json.loads(words)
