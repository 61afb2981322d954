"""The LINK deck: links that carry everything else (rules 2)."""

from __future__ import annotations

from games.interop.rules.cards import Card, Copies, waves


def _link(id: str, name: str, *, cost: int, adds: int, copies: Copies, fact: str) -> Card:
    return Card(
        id=id, name=name, deck="LINK", kind="link", cost=cost, adds=adds, copies=copies, fact=fact
    )


LINK_CARDS = waves(
    first=(
        _link(
            "dialup",
            "Dial-up Bank",
            cost=3,
            adds=5,
            copies=(2, 2, 3, 3, 4),
            fact="A bank of telephone modems: each caller dials in over an ordinary voice "
            "line, at best 56 kbit/s.",
        ),
        _link(
            "isdn",
            "ISDN",
            cost=4,
            adds=6,
            copies=(2, 2, 3, 3, 4),
            fact="Integrated Services Digital Network carries digital channels of 64 kbit/s "
            "over the copper pair of the telephone.",
        ),
        _link(
            "wifi",
            "Wi-Fi",
            cost=6,
            adds=8,
            copies=(2, 3, 3, 4, 5),
            fact="Wi-Fi is the trade name for the IEEE 802.11 family of wireless local networks.",
        ),
        _link(
            "adsl",
            "ADSL",
            cost=8,
            adds=10,
            copies=(2, 3, 4, 5, 6),
            fact="ADSL sends data over telephone wire above the voice band, faster towards the "
            "customer than back.",
        ),
        _link(
            "ethernet",
            "Ethernet",
            cost=10,
            adds=12,
            copies=(2, 3, 3, 4, 5),
            fact="Ethernet, standardised as IEEE 802.3, began in the 1970s on a shared coaxial "
            "cable and today mostly uses switches.",
        ),
    ),
    second=(
        _link(
            "cable",
            "DOCSIS Cable",
            cost=13,
            adds=14,
            copies=(2, 3, 3, 4, 5),
            fact="DOCSIS describes how cable television networks carry internet traffic beside "
            "the TV channels.",
        ),
        _link(
            "lte",
            "LTE Mast",
            cost=15,
            adds=16,
            copies=(2, 2, 3, 4, 4),
            fact="LTE is the fourth generation of mobile networks and carries everything, "
            "voice included, as packets.",
        ),
        _link(
            "fibre",
            "Fibre (GPON)",
            cost=18,
            adds=19,
            copies=(2, 2, 3, 3, 4),
            fact="In a passive optical network (GPON) one fibre is split without powered "
            "equipment to reach many homes.",
        ),
        _link(
            "satellite",
            "Low-Orbit Satellites",
            cost=20,
            adds=21,
            copies=(1, 1, 2, 2, 3),
            fact="Satellites in low orbit keep the delay short, but many are needed, since "
            "each one is in sight for minutes only.",
        ),
        _link(
            "submarine",
            "Submarine Cable",
            cost=24,
            adds=25,
            copies=(1, 1, 2, 2, 2),
            fact="Most traffic between continents runs through optical cables on the sea bed, "
            "with repeaters every several dozen kilometres.",
        ),
    ),
)
