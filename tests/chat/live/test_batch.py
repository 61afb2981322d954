"""Pages that are rendered together, each independent of the others' failures."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import pytest
from django.utils.safestring import SafeString

from chat.live.batch import render_batch
from chat.live.fragments import Block, Denied, Page, Part

TOPIC = "table.one"
NEWS = frozenset({TOPIC})


@dataclass
class Told:
    """The names of the rendered fragments, in order."""

    steps: list[str] = field(default_factory=list)

    def draw(self, what: str) -> SafeString:
        self.steps.append(what)
        return SafeString(what)

    def part(self, name: str, topic: str = TOPIC) -> Block:
        return Block(name.rpartition("-")[2], {topic}, render=partial(self.draw, name))

    def page(self, name: str, *parts: str | Part) -> Page:
        return Page(
            [self.part(f"{name}-{each}") if isinstance(each, str) else each for each in parts],
            check=partial(self.steps.append, f"{name} may look"),
            rest=partial(self.steps.append, f"{name} rests"),
        )


def test_unaffected_fragments_are_not_rendered() -> None:
    told = Told()
    page = told.page("one", told.part("one-board", "another.table"), "log")
    (drawn,) = render_batch([(page, NEWS)])
    assert told.steps == ["one may look", "one-log", "one rests"]
    assert "one-log" in str(drawn)


def test_a_page_that_cannot_be_rendered_does_not_stop_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken() -> SafeString:
        raise ValueError("no such card")

    def closed() -> None:
        raise Denied("/", "closed")

    told = Told()
    well, out = (told.page(name, "board", "log") for name in ("well", "out"))
    ill = told.page("ill", "board", Block("log", NEWS, render=broken))
    out.check = closed
    failed, denied, drawn = render_batch([(ill, NEWS), (out, NEWS), (well, NEWS)])
    assert isinstance(failed, ValueError)
    assert isinstance(denied, Denied)
    assert "well-board" in str(drawn)
    assert "well-log" in str(drawn)
    assert not [step for step in told.steps if step.startswith("out")]
    assert "cannot render a page" in caplog.text
