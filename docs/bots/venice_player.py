"""Play a week of Venice at a Ridotto site: buy agendas, then what they cost.

    RIDOTTO_TOKEN=ridotto_… python venice_player.py https://ridotto.example make
    RIDOTTO_TOKEN=ridotto_… python venice_player.py https://ridotto.example join abcdefghjk

It needs only Python and `random_player.py` in the same folder. Make the token in the settings of
the site. Start with `bids`: to write a better player, write a better `bids`.
"""

import os
import random
import sys

from random_player import House, Refused

LOAN = 120  # dollars; interest is 30% by Saturday


def bids(week, auction):
    """Yield bids for this auction: a price for one unit of each useful lot."""
    own, lots = week["own"], auction["lots"]
    agendas = {agenda["item"]: agenda for agenda in week["agendas"]}
    assets = {asset["item"]: asset for asset in week["assets"]}
    left = own["purse"]
    for lot in random.sample(lots, len(lots)):
        if lot["item"] in agendas:
            worth = agendas[lot["item"]]["value"] // 3
        else:
            worth = useful(week, assets[lot["item"]]["gives"])
        price = min(left, worth) - random.randint(0, 3)
        if price > 0:
            left -= price
            yield {"item": lot["item"], "price": price, "units": 1}


def useful(week, gives):
    """Return the dollars that some points are worth.

    Only points count that the agendas in hand still lack.
    """
    own = week["own"]
    lacks = [0, 0, 0]
    for agenda in week["agendas"]:
        for kind in range(3):
            lacks[kind] += own["items"].get(agenda["item"], 0) * agenda["cost"][kind]
    return 2 * sum(
        min(given, max(0, lack - held))
        for given, lack, held in zip(gives, lacks, own["points"], strict=True)
    )


def play(house, table):
    """Play to the end of the week and return the standings."""
    path, bid_for, cursor = f"weeks/{table}", set(), ""
    while True:
        update = house.get(f"{path}/stream?since={cursor}&wait=25")
        cursor, week = update["cursor"], update["week"]
        if week is None:
            continue
        if week["status"] in ("finished", "aborted"):
            return house.get(f"{path}/standings")
        if week["status"] == "running" and week["resolved"] < 7:
            auction = week["auctions"][week["resolved"]]
            if auction["number"] not in bid_for and auction["progress"] == "coming":
                bid_for.add(auction["number"])
                take_part(house, path, week, auction)


def take_part(house, path, week, auction):
    """Bid and mark the auction as done.

    If all players are done, nobody has to wait for its scheduled minute.
    """
    try:
        if auction["number"] == 0:
            loan = min(LOAN, week["cap"])
            house.post(f"{path}/act", {"do": "loan", "amount": loan})
            week = house.get(path)
        for bid in bids(week, auction):
            house.post(f"{path}/act", {"do": "bid", "auction": auction["number"], **bid})
        if week["fast"]:
            house.post(f"{path}/act", {"do": "done", "auction": auction["number"]})
    except Refused as refused:
        print(refused)  # the auction was resolved in the meantime


def main(url, how, table=""):
    house = House(url, os.environ["RIDOTTO_TOKEN"])
    if how == "make":  # a table with house bots and an auction every minute
        wish = {"game": "venice", "name": "A Venetian", "most": 4, "bots": 3}
        wish["options"] = {"pace": "fast", "minutes": 1}
        table = house.post("tables", wish)["table"]["id"]
        house.post(f"tables/{table}/start", {})
    else:
        house.post(f"tables/{table}/join", {})
    print(f"playing at {table}")
    for line in play(house, table)["lines"]:
        print(line["rank"], line["player"], line["final"])


if __name__ == "__main__":
    if len(sys.argv) < 3 or "RIDOTTO_TOKEN" not in os.environ:
        sys.exit(__doc__)
    main(*sys.argv[1:4])
