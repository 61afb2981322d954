"""Events reach every open page of the listening process, each page once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from threading import Event, current_thread

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString
from prometheus_client import REGISTRY

from chat.live import fragments
from chat.live.announce import announce, batched_announcements
from chat.live.channel_listener import EVERYBODY, elsewhere
from chat.live.consumer import CLOSED_TO_YOU, HEARTBEAT, PageConsumer, PageRequest
from chat.live.hub import INLINE_PAGES, hub
from tests.support.patience import PATIENCE, until
from tests.support.sockets import PageSocket, socket_of

pytestmark = pytest.mark.django_db(transaction=True)


class Shown:
    """A page whose text the test changes."""

    def __init__(self) -> None:
        self.text = "first"
        self.drawn = 0
        self.denied = False
        self.topics = frozenset({"topic.1"})
        self.while_drawn: Callable[[], None] | None = None

    def draw(self) -> str:
        self.drawn += 1
        text, happens = self.text, self.while_drawn
        if happens is not None:  # after the read, something is committed and announced
            self.while_drawn = None
            self.text = "second"
            happens()
        return text

    def check(self) -> None:
        if self.denied:
            raise fragments.Denied("/", "no longer")

    def page(self, *_opened: object) -> fragments.Page:
        block = fragments.Block("it", self.topics, lambda: SafeString(self.draw()))
        return fragments.Page(parts=[block], check=self.check)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    page = Shown()
    monkeypatch.setitem(fragments.openers, "shown", page.page)
    # Each test has a new loop, hence new connections, whose rechecks would disturb the counts.
    monkeypatch.setattr("chat.live.hub.RECHECK_SECONDS", ())
    return page


Opened = Callable[..., Awaitable[list[PageSocket]]]


@pytest.fixture
async def opened(shown: Shown) -> AsyncIterator[Opened]:
    """Return a function that opens pages and awaits their contents."""
    sockets: list[PageSocket] = []

    async def open_pages(count: int = 1) -> list[PageSocket]:
        fresh = [await _open() for _ in range(count)]
        sockets.extend(fresh)
        for socket in fresh:
            assert await _says(socket, "first")
        return fresh

    yield open_pages
    for socket in sockets:
        await socket.disconnect()


async def _open() -> PageSocket:
    socket = socket_of(PageRequest(AnonymousUser(), "", "shown", "x", {}))
    assert (await socket.connect())[0]
    return socket


async def _says(socket: PageSocket, text: str) -> bool:
    return text in (await socket.receive_output())["text"]


async def _settled(shown: Shown, *, least: int = 0) -> int:
    """Return the number of renderings, at least `least`, once it is stable."""
    await until(lambda: shown.drawn >= least)
    drawn = -1
    while drawn != shown.drawn:
        drawn = shown.drawn
        await asyncio.sleep(0.3)
    return drawn


class SlowPages:
    """Pages of which none is opened until `held` is set."""

    def __init__(self, shown: Shown) -> None:
        self.held, self.opened, self.shown = Event(), 0, shown

    def open(self, *_opened: object) -> fragments.Page:
        self.opened += 1
        self.held.wait(PATIENCE)
        return self.shown.page()


@pytest.fixture
def slow(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> SlowPages:
    pages = SlowPages(shown)
    monkeypatch.setitem(fragments.openers, "shown", pages.open)
    return pages


async def test_a_page_left_while_it_waits_is_not_opened(slow: SlowPages) -> None:
    first = await _open()
    await until(lambda: bool(slow.opened))
    left, last = await _open(), await _open()
    await until(lambda: len(hub()._opening) == 3)
    await left.disconnect()
    slow.held.set()
    for socket in (first, last):
        assert await _says(socket, "first")
        await socket.disconnect()
    assert slow.opened == 2


async def test_heartbeats_are_answered_while_a_page_waits(slow: SlowPages) -> None:
    socket = await _open()
    await socket.send_to(text_data=HEARTBEAT)
    assert await _says(socket, HEARTBEAT)
    slow.held.set()
    assert await _says(socket, "first")
    await socket.disconnect()


@pytest.mark.both
async def test_an_event_reaches_every_listening_page(shown: Shown, opened: Opened) -> None:
    sockets = await opened(3)
    await _settled(shown)
    shown.text = "second"
    await sync_to_async(announce)("topic.1")
    for socket in sockets:
        assert await _says(socket, "second")
        assert await socket.receive_nothing()


async def test_events_for_elsewhere_skip_the_pages_of_their_place(
    shown: Shown, opened: Opened
) -> None:
    (away,) = await opened()
    shown.topics |= {"place.1"}
    (there,) = await opened()
    drawn = await _settled(shown)
    shown.text = "second"
    await sync_to_async(announce)(elsewhere("topic.1", "place.1"))
    assert await _says(away, "second")
    assert await there.receive_nothing()
    assert shown.drawn == drawn + 1
    await sync_to_async(announce)("topic.1", elsewhere("topic.1", "place.1"))
    assert await _says(there, "second")


async def test_the_delay_from_commit_to_update_is_measured(shown: Shown, opened: Opened) -> None:
    (socket,) = await opened()
    await _settled(shown)
    count, seconds = _measured()
    shown.text = "second"
    await sync_to_async(announce)("topic.1")
    assert await _says(socket, "second")
    await until(lambda: _measured()[0] == count + 1)
    assert seconds < _measured()[1] < seconds + PATIENCE


def _measured() -> tuple[float, float]:
    read = REGISTRY.get_sample_value
    return read("ridotto_news_seconds_count") or 0.0, read("ridotto_news_seconds_sum") or 0.0


@pytest.mark.both
async def test_a_change_of_a_table_renders_its_pages_inline(shown: Shown, opened: Opened) -> None:
    sockets = await opened(INLINE_PAGES)
    drawn = await _settled(shown)

    def change() -> int:
        with batched_announcements():
            shown.text = "second"
            announce("topic.1")
        return shown.drawn

    assert await sync_to_async(change)() == drawn + INLINE_PAGES
    for socket in sockets:
        assert await _says(socket, "second")


async def test_a_change_for_many_pages_renders_in_the_background(
    shown: Shown, opened: Opened
) -> None:
    sockets = await opened(INLINE_PAGES + 1)
    await _settled(shown)
    drawing_in: list[str] = []
    shown.while_drawn = lambda: drawing_in.append(current_thread().name)

    def change() -> None:
        with batched_announcements():
            shown.text = "second"
            announce("topic.1")

    await sync_to_async(change)()
    for socket in sockets:
        assert await _says(socket, "second")
    assert drawing_in[0].startswith("pages")


@pytest.mark.both
async def test_events_of_other_processes_are_received_and_own_ones_not_twice(
    shown: Shown, opened: Opened
) -> None:
    await opened()
    drawn = await _settled(shown)
    for by, more in ((hub().name, 0), ("another", 1)):
        news = {"type": "news", "topics": ["topic.1"], "by": by}
        await get_channel_layer().group_send(EVERYBODY, news)
        assert await _settled(shown, least=drawn + more) == drawn + more


@pytest.mark.both
async def test_a_renewed_listener_misses_and_renders_nothing(
    shown: Shown, opened: Opened, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("chat.live.channel_listener.RENEW_SECONDS", 0.05)
    await opened()
    drawn = await _settled(shown)
    await asyncio.sleep(0.3)
    await get_channel_layer().group_send(EVERYBODY, {"type": "news", "topics": ["topic.1"]})
    assert await _settled(shown, least=drawn + 1) == drawn + 1
    # "no news" would make it miss events for an instant and render all pages
    assert not caplog.messages


async def test_a_new_page_is_rendered_once_and_others_not_again(
    shown: Shown, opened: Opened
) -> None:
    before = await opened()
    drawn = await _settled(shown)
    sockets = before + await opened(4)
    assert await _settled(shown, least=drawn + 4) == drawn + 4
    for socket in sockets:
        assert await socket.receive_nothing()


@pytest.mark.both
async def test_events_while_a_page_opens_are_not_missed(shown: Shown, opened: Opened) -> None:
    await opened()
    await _settled(shown)
    shown.while_drawn = lambda: announce("topic.1")
    (socket,) = await opened()
    assert await _says(socket, "second")


async def test_a_page_that_cannot_be_opened_does_not_stop_others(shown: Shown) -> None:
    def opened(page: fragments.Page) -> Callable[[], fragments.Page]:
        return lambda: page

    def fails() -> fragments.Page:
        raise fragments.Denied("/elsewhere")

    jobs = [opened(shown.page()), fails, opened(shown.page())]
    opening = [hub().opened(job, "place") for job in jobs]
    found = await asyncio.gather(*opening, return_exceptions=True)
    first, denied, last = found
    assert isinstance(denied, fragments.Denied)
    for one in (first, last):
        assert not isinstance(one, BaseException)
        assert "first" in one.html


async def test_pages_of_one_place_are_opened_together(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.live.hub.OPEN_BATCH", 2)
    order = list[str]()

    def opened(place: str) -> fragments.Page:
        order.append(place)
        return shown.page()

    await asyncio.gather(*(hub().opened(partial(opened, place), place) for place in "abcab"))
    assert "".join(order) == "aabbc"


async def test_a_page_that_has_not_changed_is_sent_nothing(shown: Shown, opened: Opened) -> None:
    (socket,) = await opened()
    drawn = await _settled(shown)
    await sync_to_async(announce)("topic.1", "topic.2")
    await until(lambda: shown.drawn == drawn + 1)
    assert await socket.receive_nothing()


async def test_a_viewer_who_loses_access_is_turned_away(shown: Shown, opened: Opened) -> None:
    (socket,) = await opened()
    await _settled(shown)
    shown.denied = True
    await sync_to_async(announce)("topic.1")
    assert await _says(socket, "no longer")
    assert (await socket.receive_output())["code"] == CLOSED_TO_YOU


async def test_many_pages_are_rendered_in_batches_and_events_are_merged(
    shown: Shown, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.live.hub.BATCH_SIZE", 2)
    sockets = await opened(5)
    drawn = await _settled(shown)
    for text in ("second", "third", "fourth", "last"):
        shown.text = text
        await sync_to_async(announce)("topic.1")
        await asyncio.sleep(0.1)
    for socket in sockets:
        while not await _says(socket, "last"):
            pass
    assert drawn + 5 <= shown.drawn <= drawn + 15


@pytest.mark.both
@pytest.mark.parametrize("steps", range(6))
async def test_a_page_cancelled_while_it_subscribes_ends(
    shown: Shown, opened: Opened, steps: int
) -> None:
    await opened()  # by now the hub receives
    # At any step: otherwise a process that ends would wait for the page forever.
    listener = PageConsumer(PageRequest(AnonymousUser(), "", "shown", "x", {}))
    begins = asyncio.create_task(hub().subscribe(listener, ["topic.1"]))
    for _ in range(steps):
        await asyncio.sleep(0)
    told = begins.cancel()
    await asyncio.wait([begins])
    assert begins.cancelled() == told
    hub().unsubscribe(listener, ["topic.1"])
