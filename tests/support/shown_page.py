"""The contents of a page, reconstructed from the updates it was sent."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

PART = re.compile(r'<\w+ id="([\w-]+)"[^>]* data-part="([^"]*)"')
LOG = re.compile(r'<section id="m-log".*?</section>', re.DOTALL)
ADDED = re.compile(r'<ol hx-swap-oob="afterbegin:#m-log-lines"[^>]*>(.*?)</ol>', re.DOTALL)
LINE = re.compile(r'<li id="(log-[\w-]+)"(.*?)</li>', re.DOTALL)
CHAIN = re.compile(r"<code [^>]*#?m-log-chain\"[^>]*>(\w+)</code>")


@dataclass
class Shown:
    """The digest of each fragment, and the whole log, which receives increments."""

    digests: dict[str, str] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)  # by id, newest first
    chain: str = ""
    around: str = ""  # the log's HTML around the lines and the chain

    def take(self, news: str) -> None:
        """Swap an update in, as a page does."""
        self.digests |= dict(PART.findall(news))
        whole = LOG.search(news)
        if whole:
            inside = whole.group().partition(">")[2]
            self.lines, self.chain = dict(LINE.findall(inside)), ""
            self.around = CHAIN.sub("", LINE.sub("", inside))
        for added in ADDED.findall(news):
            self.lines = dict(LINE.findall(added)) | self.lines
        for chain in CHAIN.findall(news):
            self.chain = chain

    def parts(self) -> dict[str, str]:
        """Return the state of each fragment by its id, as a comparable text."""
        return {**self.digests, "m-log": f"{self.around} {self.chain} {self.lines}"}
