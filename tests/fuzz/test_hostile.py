"""Tests of hostile posts and socket messages: no error, no change, no leak.

Nightly runs send 20,000 of them.
"""

from __future__ import annotations

import pytest

from tests.fuzz.hostility import Scene, all_at_once, fire, set_scene, shout, state_of
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

POSTS = [3_000, pytest.param(14_000, marks=pytest.mark.nightly)]
MESSAGES = [1_500, pytest.param(7_000, marks=pytest.mark.nightly)]


@pytest.fixture(scope="module")
def site(own_site: EmbeddedSite) -> EmbeddedSite:
    return own_site


@pytest.fixture(scope="module")
def scene(site: EmbeddedSite) -> Scene:
    return set_scene(site)


@pytest.mark.parametrize("posts", POSTS)
def test_hostile_requests_change_nothing_and_reveal_nothing(scene: Scene, posts: int) -> None:
    all_at_once(scene, fire, posts, "posts")
    assert sum(actor.seen[0] for actor in scene.actors) >= posts
    answered = sum(actor.seen.total() - actor.seen[0] for actor in scene.actors)
    assert answered >= 0.98 * posts
    assert state_of(scene) == scene.before


@pytest.mark.parametrize("messages", MESSAGES)
def test_hostile_socket_messages_change_nothing_and_reveal_nothing(
    scene: Scene, messages: int
) -> None:
    assert sum(all_at_once(scene, shout, messages, "socket")) >= messages
    assert state_of(scene) == scene.before
