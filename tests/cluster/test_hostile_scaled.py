"""A short run of the hostile requests on PostgreSQL, which may fail differently."""

from __future__ import annotations

import pytest

from tests.fuzz.hostility import Scene, all_at_once, fire, set_scene, shout, state_of
from tests.support.site import ScaledSite

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def scene(scaled_site: ScaledSite) -> Scene:
    return set_scene(scaled_site)


@pytest.mark.parametrize(
    ("posts", "messages"), [(800, 300), pytest.param(3_000, 1_000, marks=pytest.mark.nightly)]
)
def test_hostile_posts_and_messages_change_nothing_on_postgresql(
    scene: Scene, posts: int, messages: int
) -> None:
    all_at_once(scene, fire, posts, "posts on postgresql")
    assert sum(all_at_once(scene, shout, messages, "sockets on postgresql")) >= messages
    assert state_of(scene) == scene.before
