"""Twenty thousand hostile posts and socket messages: no error, no change, no leak."""

from __future__ import annotations

import pytest

from tests.fuzz.hostility import Scene, all_at_once, fire, set_scene, shout, state_of
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

POSTS = 14_000
MESSAGES = 7_000


@pytest.fixture(scope="module")
def site(own_site: EmbeddedSite) -> EmbeddedSite:
    return own_site


@pytest.fixture(scope="module")
def scene(site: EmbeddedSite) -> Scene:
    return set_scene(site)


def test_hostile_posts_change_nothing_and_tell_nothing(scene: Scene) -> None:
    all_at_once(scene, fire, POSTS, "posts")
    assert sum(actor.seen[0] for actor in scene.actors) >= POSTS
    answered = sum(actor.seen.total() - actor.seen[0] for actor in scene.actors)
    assert answered >= 0.98 * POSTS
    assert state_of(scene) == scene.before


def test_hostile_messages_change_nothing_and_tell_nothing(scene: Scene) -> None:
    sent = all_at_once(scene, shout, MESSAGES, "socket")
    assert sum(sent) >= MESSAGES
    assert POSTS + MESSAGES >= 20_000
    assert state_of(scene) == scene.before
