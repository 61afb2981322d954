"""The catalogue: twelve agendas and fifteen assets (rules 4).

The lists are in catalogue order. Values are whole dollars; costs and gains are points of [force,
popularity, influence].
"""

from __future__ import annotations

from games.engine.base import Value

Points = tuple[int, int, int]

RESOURCES = ("force", "popularity", "influence")


class Agenda(Value):
    """An agenda, sold in the opening or the closing.

    Realizing a copy turns `cost` into `value` dollars.
    """

    id: str
    name: str
    value: int
    cost: Points
    blurb: str = ""


class Asset(Value):
    """An asset, sold in the common auctions. Each copy gives its points once."""

    id: str
    name: str
    gives: Points
    blurb: str = ""


def _agenda(key: str, name: str, value: int, cost: Points, blurb: str) -> Agenda:
    return Agenda(id=key, name=name, value=value, cost=cost, blurb=blurb)


def _asset(key: str, name: str, gives: Points, blurb: str) -> Asset:
    return Asset(id=key, name=name, gives=gives, blurb=blurb)


AGENDAS: tuple[Agenda, ...] = (
    _agenda(
        "silk-tax", "Silk Tax", 20, (0, 10, 20), "A levy on every bolt that passes the Dogana."
    ),
    _agenda(
        "exile-competitor",
        "Exile Competitor",
        50,
        (20, 5, 10),
        "Your rival is invited to live elsewhere.",
    ),
    _agenda("salt-monopoly", "Salt Monopoly", 40, (5, 10, 30), "Chioggia's pans, your seal."),
    _agenda(
        "regatta-triumph",
        "Regatta Triumph",
        30,
        (5, 30, 0),
        "Your oarsmen first at the Ca' Foscari turn.",
    ),
    _agenda(
        "arsenal-contract",
        "Arsenal Contract",
        55,
        (25, 0, 15),
        "Forty hulls, paid in advance.",
    ),
    _agenda(
        "carnival-decree",
        "Carnival Decree",
        35,
        (0, 40, 10),
        "Two more weeks of masks, in your name.",
    ),
    _agenda("corsair-hunt", "Corsair Hunt", 50, (30, 0, 0), "What the corsairs took is now yours."),
    _agenda(
        "ducal-procession",
        "Ducal Procession",
        50,
        (5, 40, 20),
        "You walk three steps behind the Doge.",
    ),
    _agenda(
        "spice-convoy",
        "Spice Convoy",
        60,
        (20, 20, 20),
        "Alexandria and back, under escort.",
    ),
    _agenda(
        "glassmakers-charter",
        "Glassmakers' Charter",
        25,
        (0, 15, 15),
        "Murano works for one house only.",
    ),
    _agenda(
        "dalmatian-garrison",
        "Dalmatian Garrison",
        75,
        (40, 5, 10),
        "Zara pays for being guarded.",
    ),
    _agenda(
        "sway-the-electors",
        "Sway the Electors",
        45,
        (0, 10, 45),
        "Forty-one men, one opinion.",
    ),
)

ASSETS: tuple[Asset, ...] = (
    _asset("opera", "Opera", (0, 20, 0), "A box for everyone who matters."),
    _asset("senator", "Senator", (0, 5, 5), "One vote, two friends."),
    _asset(
        "swiss-mercenaries",
        "Swiss Mercenaries",
        (10, 0, 0),
        "Reliable as long as they are paid.",
    ),
    _asset("war-galley", "War Galley", (20, 0, 0), "Two hundred oars, one argument."),
    _asset("gondoliers-guild", "Gondoliers' Guild", (5, 10, 0), "They know every door."),
    _asset("spy-ring", "Spy Ring", (5, 0, 10), "A letter in each lion's mouth."),
    _asset("masked-ball", "Masked Ball", (0, 15, 5), "Nobody was there, everybody talks of it."),
    _asset("procurator", "Procurator", (0, 0, 20), "A robe that opens offices."),
    _asset("printing-press", "Printing Press", (0, 10, 10), "What is printed is believed."),
    _asset("arsenal-foremen", "Arsenal Foremen", (10, 5, 0), "Strong arms at the rope walk."),
    _asset("condottiere", "Condottiere", (15, 0, 5), "A captain with a contract."),
    _asset("patriarchs-blessing", "Patriarch's Blessing", (0, 20, 10), "Said aloud in San Marco."),
    _asset("hired-bravi", "Hired Bravi", (5, 0, 0), "Ask no names."),
    _asset(
        "moneylenders-ledger",
        "Moneylender's Ledger",
        (0, 0, 10),
        "Who owes whom, page by page.",
    ),
    _asset("ducal-secretary", "Ducal Secretary", (5, 5, 15), "Drafts what the Doge signs."),
)

AGENDA: dict[str, Agenda] = {agenda.id: agenda for agenda in AGENDAS}
ASSET: dict[str, Asset] = {asset.id: asset for asset in ASSETS}
POINTS: dict[str, Points] = {
    **{agenda.id: agenda.cost for agenda in AGENDAS},
    **{asset.id: asset.gives for asset in ASSETS},
}
NAMES: dict[str, str] = {
    **{agenda.id: agenda.name for agenda in AGENDAS},
    **{asset.id: asset.name for asset in ASSETS},
}
