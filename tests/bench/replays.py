"""Stepping through long matches: what a page of a step costs where nobody has walked it yet.

    python -m tests.bench replays [--tries 36] [--times 7]

The longest of so many matches of bots a game, seen by a seat, at its first, middle and last step,
and where a step costs most. Templates are warm; of the match the process knows nothing.
"""

from __future__ import annotations

import argparse
import json

from tests.support.site import EmbeddedSite

GAMES = ("blanks", "interop", "merchants")
AIM = 100  # ms
MEASURE = """
import json, time
from statistics import median
from django.test import Client
from games.live import html_cache, past
from tests.support.finished import LONG, longest, put

def cost(browser, match, step):
    spent = []
    for _ in range({times}):
        past._walks.clear()
        html_cache._drawn.clear()
        began = time.thread_time()
        answer = browser.get(f"/m/{{match.public_id}}/replay/?seat=0&step={{step}}")
        spent.append(1000 * (time.thread_time() - began))
        assert answer.status_code == 200
    return median(spent)

run = longest("{slug}", {tries})
match = put("{slug}", run, [f"player{{n}}" for n in range(LONG["{slug}"][0])])
browser = Client(HTTP_HOST="localhost")
browser.force_login(match.owner)
cost(browser, match, 1)
length = match.entries
steps = [1, length // 4, length // 2, 3 * length // 4, length - 1, length]
print(json.dumps([length, [[step, cost(browser, match, step)] for step in steps]]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tries", type=int, default=36)
    parser.add_argument("--times", type=int, default=7)
    given = parser.parse_args()
    with EmbeddedSite() as site:
        for slug in GAMES:
            code = MEASURE.format(slug=slug, tries=given.tries, times=given.times)
            length, costs = json.loads(site.shell(code).strip().splitlines()[-1])
            told = ", ".join(f"step {step}: {spent:.0f}" for step, spent in costs)
            worst = max(spent for _, spent in costs)
            print(f"{slug:<10} {length:>5} steps  ms of CPU: {told}  (most {worst:.0f}, aim {AIM})")


if __name__ == "__main__":
    main()
