"""Open pages of the scaled site: the events they receive, and when they close."""

from __future__ import annotations

import secrets
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from tests.support import blanks_http as blanks
from tests.support.client import PASSWORD, Client, guest, opened, wait_for
from tests.support.patience import PATIENCE
from tests.support.site import ScaledSite

CLOSED_TO_YOU = 4403

SUSPEND = """
from lobby.models import User
from lobby.accounts.services import suspend
boss = User.objects.create_superuser("boss-{name}", password="x")
user = User.objects.get(username="{name}")
suspend(moderator=boss, user=user, reason="A test of suspensions.", until=None)
"""


def heard_until_closed(socket: ClientConnection) -> tuple[str, int]:
    """Return all further messages, and the code the socket is closed with."""
    heard = ""
    try:
        while True:
            heard += str(socket.recv(timeout=PATIENCE))
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code if closed.rcvd else 0


def turned_away(person: Client, url: str, match: str) -> str:
    """Return what a person without access receives before their socket is closed."""
    with person.twin(url).socket(f"/live/match/{match}/?since=0:0") as socket:
        heard, code = heard_until_closed(socket)
    assert code == CLOSED_TO_YOU
    return heard


def test_every_page_at_every_process_is_updated_once(scaled_site: ScaledSite) -> None:
    first, second = scaled_site.urls
    people = [guest(first) for _ in range(3)]
    match = blanks.table(people)
    refused = blanks.Form((("action", "play"), ("round", "7"), ("cards", "none")))
    with ExitStack() as open_pages:
        sockets = [
            open_pages.enter_context(opened(people[0], url, match))
            for url in (first, second, second)
        ]
        for _ in range(5):
            assert blanks.act(people[1], match, refused.keyed()).code
        assert blanks.act(people[1], match, blanks.forms(people[1], match)[0].keyed()).accepted
        for socket in sockets:
            # The first message with players is that of the play: none came before.
            assert "has played" in wait_for(socket, 'id="m-players"')


def test_refused_commands_are_not_announced(scaled_site: ScaledSite) -> None:
    first, second = scaled_site.urls
    owner, other, stranger = [guest(first) for _ in range(3)]
    match = blanks.table([owner, other], late_join=None)
    with opened(owner, second, match) as socket:
        for person, command in (
            (other, "start"), (other, "kick/0"), (stranger, "join"), (stranger, "act"),
            (stranger, "leave"), (other, "bot"), (stranger, "stop"), (owner, "rematch"),
        ):  # fmt: skip
            assert person.post(f"/m/{match}/{command}/", {"agrees": "1"}).code, command
        key = secrets.token_hex(8)
        said = other.post("/chat/send/", {"room": f"table-{match}", "text": "a mark", "key": key})
        assert said.accepted
        heard = ""
        while "a mark" not in heard:
            heard += str(socket.recv(timeout=PATIENCE))
    assert 'id="m-' not in heard


def test_logging_out_closes_the_pages_of_that_session_only(scaled_site: ScaledSite) -> None:
    first, second = scaled_site.urls
    ann = Client(first).sign_up("ann-logs-out")
    elsewhere = Client(second)
    answer = elsewhere.post("/account/login/", {"login": "ann-logs-out", "password": PASSWORD})
    assert answer.status == 302, answer.text
    match = blanks.table([ann, guest(first)])
    with opened(ann, second, match) as here, opened(elsewhere, first, match) as there:
        assert ann.post("/account/logout/").status == 302
        assert heard_until_closed(here)[1] == CLOSED_TO_YOU
        assert elsewhere.post(f"/m/{match}/stop/", {"agrees": "1"}).accepted
        wait_for(there, 'id="m-')


def test_a_suspension_closes_every_page_at_once_and_keeps_them_closed(
    scaled_site: ScaledSite,
) -> None:
    first, second = scaled_site.urls
    ann = Client(first).sign_up("ann-suspended")
    match = blanks.table([ann, guest(first)])
    with opened(ann, first, match) as here, opened(ann, second, match) as there:
        scaled_site.shell(SUSPEND.format(name=ann.name))
        for socket in (here, there):
            assert heard_until_closed(socket)[1] == CLOSED_TO_YOU
    assert not ann.post(f"/m/{match}/stop/", {"agrees": "1"}).accepted
    assert "m-seat" not in turned_away(ann, second, match)


def test_a_stranger_is_sent_nothing_of_a_closed_table(scaled_site: ScaledSite) -> None:
    first, second = scaled_site.urls
    owner, other, stranger = [guest(first) for _ in range(3)]
    for access in ("invite", "password"):
        fields = {"access": access, "name": "Behind the arras", "password": "quiet-otter"}
        match = blanks.set_table(owner, **fields)
        if access == "invite":
            assert owner.post(f"/m/{match}/invite/", {"name": other.name}).accepted
        assert other.post(f"/m/{match}/join/", {"password": "quiet-otter"}).accepted
        blanks.start(owner, match)
        for person in (stranger, Client(first)):
            heard = turned_away(person, second, match)
            assert "Behind the arras" not in heard
            assert 'id="m-' not in heard


def test_revoking_a_link_closes_the_pages_it_opened(scaled_site: ScaledSite) -> None:
    first, second = scaled_site.urls
    owner, guest_of_link = guest(first), guest(first)
    match = blanks.set_table(owner, access="invite")
    assert owner.post(f"/m/{match}/link/").accepted
    link = owner.get(f"/m/{match}/").text.partition("/come/")[2].partition("/")[0]
    assert guest_of_link.get(f"/m/{match}/come/{link}/").status == 200
    assert guest_of_link.post(f"/m/{match}/come/{link}/").accepted
    assert guest_of_link.post(f"/m/{match}/leave/").accepted
    with opened(guest_of_link, second, match) as socket:
        assert owner.post(f"/m/{match}/unlink/").accepted
        assert heard_until_closed(socket)[1] == CLOSED_TO_YOU
    assert guest_of_link.get(f"/m/{match}/").status == 403


@pytest.mark.parametrize(
    ("path", "origin"),
    [
        ("/", ""), ("/live/", ""), ("/live/no/such/page/", ""), ("/live/match/%00/", ""),
        ("/live/house/all/", "http://evil.example"),
    ],
)  # fmt: skip
def test_no_page_and_no_page_of_another_site_gets_a_socket(
    scaled_site: ScaledSite, path: str, origin: str
) -> None:
    person = guest(scaled_site.url)
    with pytest.raises(InvalidStatus) as refused, person.socket(path, origin=origin):
        pass
    assert refused.value.response.status_code == 403
