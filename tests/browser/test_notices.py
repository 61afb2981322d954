"""The page of notification settings, push messages and the pages they open."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Worker, expect

from chat.delivery.kinds import ROWS, WAYS
from tests.support.browser import Visit, Visitor, look, tries
from tests.support.push_service import PushBrowser
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep
PAGE = "/settings/notices/"


@pytest.fixture(scope="module")
def site() -> Iterator[EmbeddedSite]:
    """Start a site that can send e-mail, so that the page shows all options."""
    with EmbeddedSite(EMAIL_HOST="mail.invalid") as running:
        yield running


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_of_notices_is_accessible_at_every_width(visit: Visit, scheme: str) -> None:
    page = visit(f"Dora{scheme}", scheme=scheme).page
    page.goto(PAGE)
    look(page, f"notices-{scheme}")
    page.get_by_label("An invitation: E-mail").check()
    page.get_by_label("Quiet hours from").select_option("22:00")
    page.get_by_label("Quiet hours until").select_option("07:00")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_selector("text=settings have been saved")
    assert page.get_by_label("An invitation: E-mail").is_checked()
    assert page.get_by_label("Quiet hours from").input_value() == "22"


def test_check_boxes_are_large_enough_on_a_phone(visit: Visit) -> None:
    page = visit("Nerina", width=360, height=740).page
    page.goto(PAGE)
    sizes = page.locator(".notice-ways label").evaluate_all(
        "labels => labels.map((label) => [label.clientWidth, label.clientHeight])"
    )
    assert len(sizes) == len(ROWS) * len(WAYS)
    assert min(min(size) for size in sizes) >= 44


def _pushed(person: Visitor, told: dict[str, object]) -> tuple[str, dict[str, object]]:
    """Push a message to the site's service worker; return the notification it shows."""
    # A headless browser does not display notifications.
    page = person.page
    session = person.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/push-worker.js').then(() => null)")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    (worker,) = person.context.service_workers
    worker.evaluate(
        """() => {
          self.asked = new Promise((done) => {
            self.registration.showNotification = async (...given) => done(given);
          });
        }"""
    )
    origin = page.evaluate("location.origin")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[-1], "data": json.dumps(told)},
    )
    asked: tuple[str, dict[str, object]] = worker.evaluate("self.asked")
    return asked


@pytest.mark.parametrize(
    ("sound", "vibration", "options"),
    [
        (False, False, {"silent": True}),
        (True, False, {"silent": False, "vibrate": []}),
        (True, True, {"silent": False, "vibrate": [80, 40, 80]}),
    ],
)
def test_the_browser_shows_a_push_message(
    visit: Visit, sound: bool, vibration: bool, options: dict[str, object]
) -> None:
    person = visit(f"Livia{len(options)}{int(vibration)}")
    person.context.grant_permissions(["notifications"])
    person.page.goto(PAGE)
    told = {"body": "“A table”", "tag": "notice-1", "url": "/lobby/", "title": "It's your turn"}
    title, shown = _pushed(person, {**told, "sound": sound, "vibration": vibration})
    assert title == "It's your turn"
    wanted = {"body": "“A table”", "tag": "notice-1", "data": {"url": "/lobby/"}}
    assert shown == {**wanted, **options}


def test_a_browser_with_push_is_listed_and_can_be_removed(visit: Visit) -> None:
    # There is no push service here, so the browser's own answer is faked.
    page = visit("Ginevra").page
    page.goto(PAGE)
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("button", name="Enable push in this browser").click()
    expect(page.locator("[data-push=denied]")).to_be_visible()
    page.evaluate(
        """() => {
          Notification.requestPermission = async () => "granted";
          PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
            const curve = { name: "ECDH", namedCurve: "P-256" };
            const pair = await crypto.subtle.generateKey(curve, true, ["deriveBits"]);
            const coded = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
              .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
            const keys = {
              p256dh: coded(await crypto.subtle.exportKey("raw", pair.publicKey)),
              auth: coded(crypto.getRandomValues(new Uint8Array(16))),
            };
            const endpoint = "https://push.example/" + applicationServerKey;
            return { toJSON: () => ({ endpoint, keys }) };
          };
        }"""
    )
    page.get_by_role("button", name="Enable push in this browser").click()
    expect(page.locator("#flash .success")).to_contain_text(re.compile(r"\bon\b"))
    assert page.get_by_text("on Linux since").is_visible()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#flash .success")).to_contain_text(re.compile(r"\boff\b"))


# A subscription that the browser has renewed; there is no push service here.
RENEWED = PushBrowser("https://push.example").keys
SUBSCRIPTION = """({ endpoint, public_key, secret }) => ({
  toJSON: () => ({ endpoint, keys: { p256dh: public_key, auth: secret } }),
})"""
CHANGE = f"""async (keys) => {{
  const event = new Event("pushsubscriptionchange");
  const done = new Promise((done) => (event.waitUntil = done));
  event.newSubscription = ({SUBSCRIPTION})(keys);
  self.dispatchEvent(event);
  await done;
}}"""


def _worker(person: Visitor) -> Worker:
    """Register the site's service worker."""
    page = person.page
    page.goto(PAGE)
    page.evaluate("navigator.serviceWorker.register('/push-worker.js').then(() => null)")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    (worker,) = person.context.service_workers
    return worker


def test_the_next_page_sends_a_renewed_subscription_once(visit: Visit) -> None:
    person = visit("Bianca")
    _worker(person)
    page, sent = person.page, list[str]()
    page.on("request", lambda request: sent.append(request.url))
    found = f"({SUBSCRIPTION})({json.dumps(RENEWED)})"
    page.add_init_script(f"PushManager.prototype.getSubscription = async () => {found};")
    with page.expect_response("**/devices/renew/") as answer:
        page.goto("/lobby/")
    assert answer.value.status == 204
    assert parse_qs(answer.value.request.post_data or "") == {k: [v] for k, v in RENEWED.items()}
    page.wait_for_function("localStorage.getItem('ridotto-push')")
    page.goto("/matches/")
    page.wait_for_load_state("networkidle")
    assert len([url for url in sent if url.endswith("/devices/renew/")]) == 1


def test_the_worker_sends_a_renewed_subscription(visit: Visit) -> None:
    person = visit("Ornella")
    worker = _worker(person)
    answers: list[tuple[str, int]] = []
    person.context.on(
        "response", lambda answer: answers.append((answer.request.method, answer.status))
    )
    worker.evaluate(CHANGE, RENEWED)
    for _ in tries(person.page, "an answer"):
        if len(answers) == 2:
            break
    assert answers == [("GET", 200), ("POST", 204)]


# Records what an open page asks of the browser when it is the player's move.
SPIES = """window.asked = [];
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  asked.push("sound");
  return made.call(this);
};
navigator.vibrate = () => asked.push("vibration");"""
MY_TURN = """() => {
  const part = document.createElement("div");
  part.dataset.myTurn = "true";
  document.body.append(part);
  document.dispatchEvent(new CustomEvent("ridotto:swapped"));
  return asked;
}"""


@pytest.mark.parametrize(
    ("chosen", "asked"),
    [
        ((), []),
        (("sound",), ["sound"]),
        (("vibration",), ["vibration"]),
        (("sound", "vibration"), ["sound", "vibration"]),
    ],
)
def test_an_open_page_uses_sound_and_vibration_as_chosen(
    visit: Visit, chosen: tuple[str, ...], asked: list[str]
) -> None:
    page = visit(f"Open{len(chosen)}{''.join(chosen)}", width=360, height=740).page
    page.goto("/settings/")
    for name in ("sound", "vibration"):
        page.locator(f"input[name={name}]").set_checked(name in chosen)
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_selector("text=Saved")
    look(page, f"settings-{len(chosen)}")
    page.add_init_script(SPIES)
    page.goto("/settings/")
    page.locator("h1").first.click()  # a page may not make sounds or vibrate before a user gesture
    assert page.evaluate(MY_TURN) == asked
