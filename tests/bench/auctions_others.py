"""Another player during a large resolution, who reads pages and bids."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections import Counter
from typing import Any

import django


def run(public_id: str) -> None:
    """Read and bid until a line arrives on stdin; print the measurements as JSON."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from django.test import Client

    from lobby.models import User

    host = User.objects.get(username="host")
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(host)
    assert browser.get(f"/m/{public_id}/").status_code == 200
    stop, codes = threading.Event(), Counter[str]()
    pages: list[float] = []
    bids: list[float] = []
    bidder = threading.Thread(target=_bid, args=(host, public_id, stop, bids, codes))
    bidder.start()
    threading.Thread(target=_wait_for_a_line, args=(stop,), daemon=True).start()
    print("begun", flush=True)
    while not stop.is_set():
        began = time.perf_counter()
        assert browser.get(f"/m/{public_id}/").status_code == 200
        pages.append(time.perf_counter() - began)
        time.sleep(0.05)
    bidder.join()
    print(json.dumps({"pages": pages, "bids": bids, "codes": codes}))


def _wait_for_a_line(stop: threading.Event) -> None:
    sys.stdin.readline()
    stop.set()


def _bid(
    host: Any, public_id: str, stop: threading.Event, bids: list[float], codes: Counter[str]
) -> None:
    from auctions.selectors.week_setup import frame_of
    from games.models import Match
    from games.refusals import Refusal
    from tests.auctions.moves import place_bid

    item = frame_of(Match.objects.get(public_id=public_id)).lineup[5][0].item
    price = 1000
    while not stop.is_set():
        price += 1
        began, code = time.perf_counter(), "accepted"
        try:
            place_bid(user=host, public_id=public_id, auction=5, item=item, price=price, units=1)
        except Refusal as refusal:
            code = refusal.code
        bids.append(time.perf_counter() - began)
        codes[code] += 1
        time.sleep(0.05)
