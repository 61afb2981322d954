"""Every public event has its sentence on the page, in every game with an engine."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from games.engine import record
from games.page.log import NameTag
from games.page.presentation import pages_of
from tests.games.engine.walks import in_lives, life
from tests.games.page.page_reader import words

# Events that the sentence of a later event covers.
TOLD_LATER = {("interop", "drew")}


def _occupant(index: int) -> Any:
    return SimpleNamespace(name=f"Player {index}", hue=0, bot=False)


@in_lives()
def test_each_public_event_has_a_sentence(name: str, seed: str) -> None:
    lived = life(name, seed)
    sentence = pages_of(lived.trial.title.slug).sentence
    snapshot: Any = SimpleNamespace(occupant=_occupant)
    for again in record.replay(lived.engine, lived.run.lines):
        for event in again.step.events:
            later = (lived.trial.title.slug, event.kind) in TOLD_LATER
            if event.to is None:
                told = words(str(sentence(event, NameTag(snapshot, None))))
                assert bool(told) != later, event.kind
