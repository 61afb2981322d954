"""Play any turn-based game of a Ridotto site at random.

    RIDOTTO_TOKEN=ridotto_… python random_player.py https://ridotto.example make interop
    RIDOTTO_TOKEN=ridotto_… python random_player.py https://ridotto.example join abcdefghjk

It needs only Python. Make the token in the settings of the site ("look and play"). Start with
`choose`: to write a better player, write a better `choose`.
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid


class House:
    """The API of a site.

    Each command has its own idempotency key. A retry sends the same key, so the command is
    executed only once.
    """

    def __init__(self, url, token):
        self.url, self.token = f"{url.rstrip('/')}/api/v1/", token

    def get(self, path):
        return self._ask("GET", path)

    def post(self, path, body):
        return self._ask("POST", path, json.dumps(body).encode(), str(uuid.uuid4()))

    def _ask(self, method, path, body=None, key=""):
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key}
        headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        while True:
            try:
                with urllib.request.urlopen(request, timeout=60) as response:
                    return json.loads(response.read() or "null")
            except urllib.error.HTTPError as error:
                # Too many requests, or busy: the header says when to retry.
                if error.code in (429, 503):
                    time.sleep(float(error.headers.get("Retry-After", 1)))
                    continue
                problem = json.load(error)
                raise Refused(problem["code"], problem["message"]) from None


class Refused(Exception):
    """The site refused a command. The first argument is the code."""


def choose(seen):
    """Return one of the choices, filled in at random, or None if there is none.

    `given` names the decision that the choice answers, so a late answer does no harm.
    """
    choices = list(seen["view"]["choices"])
    random.shuffle(choices)
    for choice in choices:
        for _attempt in range(200):  # only a bound over several fields can make one fail
            fields = {field["name"]: fill(field) for field in choice["fields"]}
            if keeps(choice.get("bound"), choice["fields"], fields):
                return {"action": choice["action"], **choice["given"], **fields}
    return None


def fill(field):
    """Return a random value for the field."""
    if field["type"] == "number":
        return random.randint(field["least"], field["most"])
    if field["type"] == "text":
        return "x" * field["least"]
    count = random.randint(field["least"], min(field["most"], len(field["of"])))
    places = random.sample(range(len(field["of"])), count)
    if not field["ordered"]:
        places.sort()
    items = []
    for place in places:
        modes = field["modes_of"][place] if field["modes_of"] else field["modes"]
        item = field["of"][place]
        items.append(f"{item}:{random.choice(modes)}" if modes else item)
    return items[0] if field["single"] else items


def keeps(bound, fields, answer):
    """Return True if the answer stays within the bound over several fields.

    Each picked item adds its weight, and a number its multiple of the weight.
    """
    if bound is None:
        return True
    total = 0
    for field in fields:
        weights, value = bound["weights"].get(field["name"]), answer[field["name"]]
        if weights is None:
            continue
        if field["type"] == "number":
            total += weights[0] * value
            continue
        for item in [value] if field["single"] else value:
            name = item.rpartition(":")[0] if field["modes"] else item
            total += weights[field["of"].index(name)]
    return bound["least"] <= total <= bound["most"]


def play(house, table):
    """Play to the end of the match and return what the seat saw last."""
    seen, cursor, late = house.get(f"tables/{table}/seat"), "", 0
    while seen["status"] not in ("finished", "aborted"):
        view = seen["view"]
        # A seat that is away by the rules of the game owes nothing, but may come back.
        acts = view and (view["mine"] or view["seat"] in view["away"])
        answer = choose(seen) if acts else None
        if answer is None:  # wait for updates: the response comes as soon as there are any
            update = house.get(f"tables/{table}/stream?since={cursor}&wait=25")
            cursor, seen = update["cursor"], update["seen"] or seen
        else:
            try:
                seen = house.post(f"tables/{table}/act", answer)  # the response is the new state
            except Refused as refused:
                print(refused)  # it was too late, or somebody else was first: read the state again
                seen = house.get(f"tables/{table}/seat")
        if seen["late"] > late:
            print("too late: the clock has played")
        late = seen["late"]
    return seen


def main(url, how, what):
    house = House(url, os.environ["RIDOTTO_TOKEN"])
    if how == "make":  # a table with house bots, started at once
        wish = {"game": what, "name": "A random player", "least": 3, "most": 4, "bots": 2}
        what = house.post("tables", wish)["table"]["id"]
        house.post(f"tables/{what}/start", {})
    else:
        house.post(f"tables/{what}/join", {})
    print(f"playing at {what}")
    print(json.dumps(play(house, what)["outcome"], indent=1))


if __name__ == "__main__":
    if len(sys.argv) != 4 or "RIDOTTO_TOKEN" not in os.environ:
        sys.exit(__doc__)
    main(*sys.argv[1:4])
