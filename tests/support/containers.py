"""The Dockerfile and compose.yaml, read: what tests hold and carry out is what stands there."""

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
LEFT_OUT = ("useradd", "chown")  # of each RUN: what makes the user


def services() -> dict[str, dict[str, Any]]:
    """Those of compose.yaml, by name, with what they share put in."""
    return dict(yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"])


def ours() -> dict[str, dict[str, Any]]:
    """Those that run the image of the house."""
    return {name: one for name, one in services().items() if one["image"] == "ridotto"}


def command_of(service: dict[str, Any]) -> list[str]:
    """What it runs; the image's own where it names nothing."""
    given = service.get("command")
    if given is None:
        return command_of_image()
    return given if isinstance(given, list) else shlex.split(given)


def command_of_image() -> list[str]:
    (command,) = [words for kind, words in steps() if kind == "CMD"]
    return list(json.loads(command))


def health_check_of(service: dict[str, Any]) -> list[str] | None:
    """What is run to ask how it is: a list begins with `CMD`, a text is for a shell."""
    given = service.get("healthcheck", {}).get("test")
    if given is None:
        return None
    return given[1:] if isinstance(given, list) else ["sh", "-c", given]


def steps() -> Iterator[tuple[str, str]]:
    """Each instruction of the Dockerfile with its words."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            kind, words = line.split(maxsplit=1)
            yield kind, words


def is_ignored(name: str) -> bool:
    """By .dockerignore, whose lines name folders and files."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").split()
    return any(re.match(f"{_pattern(line)}(/|$)", name) for line in lines)


def _pattern(line: str) -> str:
    return re.escape(line).replace(r"\*\*/", "(.*/)?").replace(r"\*", "[^/]*")


class Image:
    """What the Dockerfile makes, in a folder that stands for `/` of the image: its virtual
    environment is the Python of the base, and whoever runs the tests is its user.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root
        self.own: dict[str, str] = {}  # of its environment
        self.copied: set[str] = set()

    def build(self) -> None:
        subprocess.run([sys.executable, "-m", "venv", self.root / "venv"], check=True)
        for kind, words in steps():
            getattr(self, f"_{kind.lower()}")(words)

    def environment(self, **more: str) -> dict[str, str]:
        return release.shell(self.root / "venv/bin", *PIP) | self.own | more

    def here(self, text: str) -> str:
        """With paths of the image as they are here."""
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
            # What pip has loaded for the tests themselves is as good, and here already.
            plain = self.here(command).replace("--no-cache-dir ", "")
            done = self.run("sh", "-euc", plain)
            assert done.returncode == 0, done.stdout + done.stderr

    def _user(self, words: str) -> None:
        assert words != "root"

    def _expose(self, words: str) -> None:
        assert words in command_of_image()

    def _cmd(self, words: str) -> None:
        assert json.loads(words)
