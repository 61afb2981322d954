"""What is hostile to SQLite may be hostile to PostgreSQL in another way: a shorter run of both."""

from __future__ import annotations

import pytest

from tests.fuzz.hostility import Scene, all_at_once, fire, set_scene, shout, state_of
from tests.support.site import ScaledSite

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def scene(scaled_site: ScaledSite) -> Scene:
    return set_scene(scaled_site)


def test_hostile_posts_and_messages_change_nothing_on_postgresql(scene: Scene) -> None:
    all_at_once(scene, fire, 3000, "posts on postgresql")
    assert sum(all_at_once(scene, shout, 1000, "sockets on postgresql")) >= 1000
    assert state_of(scene) == scene.before
