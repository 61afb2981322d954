"""Tests of webhooks: events of a token's owner, signed and sent from the outbox."""

from __future__ import annotations

import importlib.util
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from chat.contacts.notices import notify
from chat.core import clock
from chat.core.refusals import Refusal
from chat.delivery import webhooks
from chat.delivery.history import last_deliveries
from chat.delivery.kinds import ROWS, TEST
from chat.delivery.preferences import set_choices, set_times
from chat.messages.selectors import open_notices
from chat.models import Delivery, Notice, PushDevice
from games.models import Match
from games.services.interruption import agree_to_stop
from games.services.scheduler import run_due
from lobby.accounts.services import delete_account
from lobby.accounts.tokens import become_bot, make_token, revoke_token, revoke_tokens
from lobby.models import AccessToken, User
from lobby.profiles.privacy import data_of
from tests.chat.conftest import push_device
from tests.support.deliveries import deliver_due
from tests.support.log_in import client_for
from tests.support.matches import begun
from tests.support.push_service import PushService
from tests.support.site import ROOT

pytestmark = pytest.mark.django_db
MINUTE = 60


class Receiver:
    """The example bridge, with what it would pass on to Discord."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        path = ROOT / "docs" / "bots" / "discord_bridge.py"
        spec = importlib.util.spec_from_file_location("discord_bridge", path)
        assert spec is not None
        assert spec.loader is not None
        self.bridge = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.bridge)
        self.events: list[dict[str, Any]] = []
        self.faults = 0  # how many of the next events cannot be passed on
        monkeypatch.setattr(self.bridge, "pass_on", self._take)
        monkeypatch.setattr(self.bridge.Bridge, "log_message", lambda *_given: None)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.bridge.Bridge)
        self.server.handle_error = lambda *_given: None  # type: ignore[method-assign]
        self.address = f"http://127.0.0.1:{self.server.server_port}/hook"

    def _take(self, event: dict[str, Any]) -> None:
        if self.faults:
            self.faults -= 1
            raise ConnectionError
        self.events.append(event)

    def kinds(self) -> list[str]:
        return [event["event"] for event in self.events]


@pytest.fixture
def receiver(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    settings.PUSH_LOOPBACK = True
    settings.CSRF_TRUSTED_ORIGINS = ["https://ridotto.example"]
    made = Receiver(monkeypatch)
    thread = threading.Thread(target=made.server.serve_forever, args=[0.05], daemon=True)
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


@pytest.fixture
def token(ada: User) -> AccessToken:
    return make_token(user=ada, name="my bridge", scopes=["read"])[0]


@pytest.fixture
def hook(token: AccessToken, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> PushDevice:
    return _hook(token, receiver, monkeypatch)


def _hook(token: AccessToken, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> PushDevice:
    webhooks.set_hook(user=token.user, topic=token.topic, name=token.name, address=receiver.address)
    made = webhooks.hooks_of(token.user)[token.topic]
    monkeypatch.setenv("RIDOTTO_SECRET", made.secret)
    return made


def test_an_invitation_a_turn_and_an_end_reach_the_bridge(
    ada: User, bruno: User, hook: PushDevice, receiver: Receiver
) -> None:
    notify(user=ada, kind="invitation", text="Bruno invites you.", url="/m/abcdefghjk/", by=bruno)
    match = begun([ada, bruno], "interop", 0, pace="slow")
    clock.move(3 * MINUTE)
    run_due(match.pk)
    deliver_due()
    assert receiver.kinds()[0] == "invitation"
    assert set(receiver.kinds()) <= {"invitation", "turn"}
    first = receiver.events[0]
    assert (first["text"], first["table"]) == ("Bruno invites you.", "abcdefghjk")
    assert first["url"] == "https://ridotto.example/m/abcdefghjk/"
    for person in (ada, bruno):
        agree_to_stop(user=person, public_id=match.public_id, agrees=True)
    assert Match.objects.get().over
    deliver_due()
    assert receiver.kinds()[-1] == "end"
    assert receiver.events[-1]["table"] == match.public_id


def test_a_turn_at_slow_pace_is_sent_once(
    ada: User, bruno: User, hook: PushDevice, receiver: Receiver
) -> None:
    options = {"play_seconds": 43200, "vote_seconds": 43200}
    match = begun([ada, bruno], "blanks", 1, pace="slow", options=options)
    clock.move(3 * MINUTE)
    run_due(match.pk)
    deliver_due()
    deliver_due()
    assert receiver.kinds() == ["turn"]
    assert receiver.events[0]["table"] == match.public_id


def test_a_bot_account_is_called_for_each_decision_of_a_live_match(
    bruno: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = User.objects.create_user("Automaton")
    become_bot(user=program)
    token = make_token(user=program, name="player", scopes=["bot"])[0]
    _hook(token, receiver, monkeypatch)
    match = begun([bruno, program], "blanks", 0, bot_accounts=True)
    deliver_due()
    assert receiver.kinds() == ["turn"]
    assert receiver.events[0]["table"] == match.public_id
    assert "move" not in {notice.kind for notice in open_notices(program)}


def test_a_live_match_calls_no_person_and_bells_show_no_event(
    ada: User, bruno: User, hook: PushDevice, receiver: Receiver
) -> None:
    match = begun([ada, bruno], "blanks", 0)
    for person in (ada, bruno):
        agree_to_stop(user=person, public_id=match.public_id, agrees=True)
    deliver_due()
    assert receiver.kinds() == ["end"]
    assert "end" not in {notice.kind for notice in open_notices(ada)}


def test_preferences_and_quiet_hours_do_not_hold_events_back(
    ada: User, hook: PushDevice, receiver: Receiver
) -> None:
    set_choices(user=ada, choices=dict.fromkeys(ROWS, ()))
    set_times(user=ada, quiet_from=0, quiet_to=23, digest_hour=9)
    for kind in ("invitation", "rematch", "options", "friend", "report"):
        notify(user=ada, kind=kind, text="Come to the table.")
    deliver_due()
    assert receiver.kinds() == ["invitation", "invitation"]


def test_an_event_is_sent_again_under_the_same_id_until_it_is_taken(
    ada: User, hook: PushDevice, receiver: Receiver
) -> None:
    receiver.faults = 2
    notice = notify(user=ada, kind="invitation", text="Come to the table.")
    assert notice is not None
    for _try in range(3):
        deliver_due()
        clock.move(2 * 60 * MINUTE)
    assert [event["id"] for event in receiver.events] == [notice.pk]
    assert Delivery.objects.get().tries == 3


def test_a_wrong_signature_is_refused_by_the_bridge(
    ada: User, hook: PushDevice, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIDOTTO_SECRET", "another")
    notify(user=ada, kind="invitation", text="Come to the table.")
    deliver_due()
    assert receiver.events == []
    (line,) = last_deliveries(ada)
    assert "answered 403" in line.said
    for signature in ("", "t=1,v1=", "t=x,v1=é", webhooks.sign(hook.secret, 1, b"{}")):
        request = urllib.request.Request(
            receiver.address, b"{}", {"Ridotto-Signature": signature.encode().decode("latin-1")}
        )
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(request)


@pytest.mark.parametrize(
    "address",
    [
        "http://bridge.example/", "https://10.0.0.1/", "https://127.0.0.1/", "https://[::1]/",
        "https://192.168.1.1:443/", "https://bridge.example:8443/", "ftp://bridge.example/",
        "https://ann@bridge.example/", "https://", "bridge", "https://bridge.example/" + "x" * 1000,
    ],
)  # fmt: skip
def test_addresses_that_push_refuses_are_refused(ada: User, address: str) -> None:
    with pytest.raises(Refusal, match="bad_hook"):
        webhooks.set_hook(user=ada, topic="token.1", name="x", address=address)
    assert not PushDevice.objects.exists()


def test_a_name_that_leads_to_a_private_address_gets_nothing(
    ada: User, hook: PushDevice, receiver: Receiver, settings: Settings
) -> None:
    settings.PUSH_LOOPBACK = False
    notify(user=ada, kind="invitation", text="Come to the table.")
    deliver_due()
    assert receiver.events == []
    (line,) = last_deliveries(ada)
    assert "not a public one" in line.said
    assert line.way == "Webhook of “my bridge”"


def test_a_webhook_ends_with_its_token_and_with_the_account(
    ada: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[Callable[[AccessToken], Any]] = [
        lambda token: revoke_token(user=ada, pk=token.pk),
        lambda _token: revoke_tokens(user=ada),
        lambda _token: delete_account(user=ada),
    ]
    for end in ends:
        token = make_token(user=ada, name="my bridge", scopes=["read"])[0]
        _hook(token, receiver, monkeypatch)
        end(token)
        assert webhooks.hooks_of(ada) == {}


def test_the_exported_data_have_the_address_and_not_the_secret(
    ada: User, hook: PushDevice, receiver: Receiver
) -> None:
    text = str(data_of(ada))
    assert receiver.address in text
    assert hook.secret not in text


def test_a_webhook_is_no_device_with_push(
    ada: User, bruno: User, hook: PushDevice, service: PushService
) -> None:
    browser = push_device(ada, service)
    notify(user=ada, kind="start", text="The match has begun.")
    deliver_due()
    assert len(browser.shown) == 1
    assert hook.endpoint not in client_for(ada).get("/settings/notices/").text
    other = make_token(user=bruno, name="other", scopes=["read"])[0]
    webhooks.set_hook(user=bruno, topic=other.topic, name="other", address=hook.endpoint)
    assert PushDevice.objects.filter(endpoint=hook.endpoint).count() == 2, "nobody takes it over"


# --- The page of tokens


def _page(browser: Client) -> str:
    return str(browser.get("/settings/tokens/").text)


def test_the_page_sets_tests_and_removes_a_webhook(
    ada: User, token: AccessToken, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = client_for(ada)
    asked = {"password": "tarocchi-1638"}
    assert browser.post("/account/reauthenticate/", asked).status_code == 302
    where = f"/settings/tokens/{token.pk}/webhook/"
    assert browser.post(f"{where}test/").status_code == 404
    browser.post(where, {"address": receiver.address})
    hook = webhooks.hooks_of(ada)[token.topic]
    monkeypatch.setenv("RIDOTTO_SECRET", hook.secret)
    assert hook.secret in _page(browser)
    assert "Nothing has been sent yet." in _page(browser)
    browser.post(f"{where}test/")
    deliver_due()
    assert receiver.kinds() == ["test"]
    assert "Accepted by the webhook" in _page(browser)
    browser.post(where, {"address": receiver.address + "/other"})
    assert webhooks.hooks_of(ada)[token.topic].secret == hook.secret
    refused = browser.post(where, {"address": "https://10.0.0.1/"}, follow=True)
    assert refused.headers["X-Ridotto-Code"] == "bad_hook"
    browser.post(where, {"address": ""})
    assert webhooks.hooks_of(ada) == {}


def test_a_refused_webhook_is_paused_until_a_test_is_sent(
    ada: User, token: AccessToken, hook: PushDevice, receiver: Receiver
) -> None:
    PushDevice.objects.update(gone_at=clock.now())
    browser = client_for(ada)
    assert "nothing more is sent there" in _page(browser)
    notify(user=ada, kind="invitation", text="Come to the table.")
    deliver_due()
    assert receiver.events == []
    browser.post(f"/settings/tokens/{token.pk}/webhook/test/")
    deliver_due()
    assert receiver.kinds() == ["test"]
    assert Notice.objects.filter(kind=TEST).count() == 1
