"""Hints for a first game: the next step and its reason, from the player's view.

Each kind of decision has its own; the first time that something happens comes before the usual
advice.
"""

from __future__ import annotations

from collections.abc import Callable

from chat.core.translation import gettext as _
from games.engine.dealer import Seeded
from games.interop.bots.house_bot import house
from games.interop.page.typed_view import mine_in, name_of, view_of
from games.interop.page.words import DECKS, TERMS
from games.interop.rules.box import CARDS
from games.interop.rules.view import InteropView, PlayerView
from games.page.presentation import Goal, Guide, who
from games.page.snapshot import MatchSnapshot


def goal(snapshot: MatchSnapshot) -> Goal:
    rounds = view_of(snapshot, None).rounds
    return Goal(
        _("Be the richest after the last round."),
        _("Build a network of cards, place users on it, and earn from the applications they use."),
        _("After the last of %(n)d rounds.") % {"n": rounds},
        terms=(TERMS.rand, TERMS.partner),
    )


def hint(snapshot: MatchSnapshot, seat: int) -> Guide | None:
    view = view_of(snapshot, seat)
    mine = mine_in(view)
    if mine is None or view.phase == "over":
        return None
    if not view.mine:
        return _waiting(view, mine)
    return _ASKED[view.kind](view, mine)


def _founding(view: InteropView, mine: PlayerView) -> Guide:
    text = _("Take any pair: the protocol below carries the application above it.")
    more = _(
        "Light applications (×1) serve many users, heavy ones (×3) earn more from each. If others "
        "may adopt the protocol, your applications earn from each other."
    )
    return Guide(_("Found your network"), text, "founders", more)


def _keeping(view: InteropView, mine: PlayerView) -> Guide:
    text = _("Keep a card that helps you now, or none. Nobody else sees these cards.")
    more = _(
        "Missing features are listed beside each card. If you keep none, drawing only used up the "
        "deck."
    )
    return Guide(_("Keep one, or none"), text, "draw", more)


def _investing(view: InteropView, mine: PlayerView) -> Guide | None:
    """Return the first advice that fits the position."""
    found = (advice(view, mine) for advice in _ADVICE)
    return next((one for one in found if one is not None), None)


def _first_turn(view: InteropView, mine: PlayerView) -> Guide | None:
    if view.round > 1 or view.used:
        return None
    text = _(
        "Buy green cards; press one to see what it gives. A link and a core protocol are a good "
        "start."
    )
    more = _(
        "A card needs the features shown as small circles: you have the filled ones. You can take "
        "one card per turn from each of the four decks. A link brings bandwidth."
    )
    return Guide(_("Your first turn: build upwards"), text, "invest", more)


def _first_deck_used(view: InteropView, mine: PlayerView) -> Guide | None:
    if view.round > 1:
        return None
    text = _("The other decks are still open. If nothing else helps, end your turn.")
    more = _(
        "You have taken your card from that deck this turn. Money you keep isn't lost: it counts "
        "at the end."
    )
    return Guide(_("On to the next deck"), text, "invest", more)


def _full(view: InteropView, mine: PlayerView) -> Guide | None:
    heaviest = max((app.taken // app.users for app in mine.apps if app.users), default=1)
    if mine.free >= 2 * heaviest or not _buyable(view, "LINK"):
        return None
    text = _("Your bandwidth is nearly used up, so new users have no room: buy a link.")
    more = _("A link pays for itself as soon as somebody uses it.")
    return Guide(_("Make room"), text, "bandwidth", more)


def _partners(view: InteropView, mine: PlayerView) -> Guide | None:
    for protocol in view.protocols:
        useful = protocol.terms is not None and protocol.terms.now
        if useful and _meets(view, mine, protocol.card):
            text = _(
                "%(card)s can be adopted: your applications then work together with those of "
                "others."
            )
            more = _(
                "Others run applications on it already, so each of your users may count twice."
            )
            values = {"card": name_of(protocol.card)}
            return Guide(_("Join a network"), text % values, "interop", more)
    return None


def _relaxing(view: InteropView, mine: PlayerView) -> Guide | None:
    closed = [
        protocol for protocol in view.protocols if protocol.relax and protocol.licence == "closed"
    ]
    if not closed or view.round < 3:
        return None
    text = _(
        "%(card)s is closed, so nobody can work together with you there. Relax it under “Your "
        "licences”."
    )
    more = _("That is permanent. Under RAND every new adopter pays you the fee.")
    return Guide(_("Open up?"), text % {"card": name_of(closed[0].card)}, "licences", more)


def _late(view: InteropView, mine: PlayerView) -> Guide | None:
    if view.round < view.rounds - 1:
        return None
    text = _("A card must earn its price back by the end. If it cannot, keep your money.")
    more = _("Count what it brings in the rounds that remain.")
    return Guide(_("Near the end"), text, "end", more)


def _usual(view: InteropView, mine: PlayerView) -> Guide:
    text = _("Look for an application that needs just one thing you lack, and get that first.")
    more = _(
        "Core and service protocols cost little; applications with two needs earn more from every "
        "user."
    )
    return Guide(_("What next?"), text, "invest", more)


def _allocating(view: InteropView, mine: PlayerView) -> Guide:
    if all(app.users == 0 for app in mine.apps):
        text = _("Choose an application, move the slider and see what you would earn.")
        more = _(
            "The card shows which users want what. Users stay for the whole game and pay every "
            "round."
        )
        return Guide(_("Your first users"), text, "users", more)
    text = _(
        "Compare what each application would earn, and remember that heavy users fill your links."
    )
    more = _("Users of an application with partners may count more than once.")
    return Guide(_("Place the new users"), text, "users", more)


def _waiting(view: InteropView, mine: PlayerView) -> Guide | None:
    if view.phase == "founders":
        text = _("The last player chooses first. Watch what the others take.")
        more = _(
            "If you found your network on a different protocol, you don't compete for the same "
            "users."
        )
        return Guide(_("Wait for your choice"), text, "founders", more)
    if view.phase == "allocation":
        return None
    if view.round == 1:
        text = _("Press any card to see what it needs and what you lack.")
        more = _(
            "Players take whole turns, one after another. Meanwhile you can also open the small "
            "networks of the others."
        )
        return Guide(_("While the others invest"), text, "round", more)
    if view.round == 2 and mine.paid:
        text = _("Every user brings as much money as their application's weight.")
        more = _("Users of partners are added. “Last income in detail” shows it for everybody.")
        return Guide(_("Where your money came from"), text, "revenue", more)
    return None


def _buyable(view: InteropView, deck: str) -> bool:
    return any(
        card.terms is not None and card.terms.now
        for row in view.rows
        if row.deck == deck
        for card in row.cards
    )


def _meets(view: InteropView, mine: PlayerView, protocol: str) -> bool:
    """Return True if a protocol would connect an application with others."""
    theirs = any(
        protocol in app.runs_on and app.users >= len(view.players)
        for player in view.players
        if player.seat != mine.seat
        for app in player.apps
    )
    return theirs and protocol not in mine.protocols


_Advice = Callable[[InteropView, PlayerView], Guide | None]
_ADVICE: tuple[_Advice, ...] = (
    _first_turn,
    _first_deck_used,
    _late,
    _full,
    _partners,
    _relaxing,
    _usual,
)
_ASKED: dict[str, _Advice] = {
    "founder": _founding,
    "invest": _investing,
    "keep": _keeping,
    "allocate": _allocating,
}


# --- The lesson: the first round, with a protocol adopted from somebody else


_STEPS = 5


def lesson(snapshot: MatchSnapshot, seat: int) -> Guide | None:
    view = view_of(snapshot, seat)
    mine = mine_in(view)
    if mine is None or view.phase == "over":
        return None
    if view.round > 1:
        return _lesson_end(mine)
    if not view.mine:
        return Guide(
            _("Wait for the others"),
            _("Everybody answers in turn. You can press any card to see what it does."),
            step=_number(view, seat),
            steps=_STEPS,
        )
    title, text = _lesson_step(snapshot, view)
    return Guide(title, text, step=_number(view, seat), steps=_STEPS)


def _number(view: InteropView, seat: int) -> int:
    if view.phase == "founders":
        return 1
    if view.phase == "allocation":
        return 4
    count = len(view.players)
    turn = seat if view.turn is None else view.turn
    is_to_come = (seat - view.first) % count > (turn - view.first) % count
    return 2 if is_to_come or (view.turn == seat and not view.done) else 3


def _lesson_step(snapshot: MatchSnapshot, view: InteropView) -> tuple[str, str]:
    """Return the title and text of what the house bot would do."""
    raw = house(view, Seeded("lesson")) or {}
    match raw.get("action"):
        case "founder":
            text = _(
                "Take the kit of %(card)s: the protocol below carries the application above. "
                "Choose RAND: others may then adopt the protocol, for a fee."
            )
            return _("Found your network"), text % {"card": name_of(raw["kit"])}
        case "adopt":
            protocol = next(one for one in view.protocols if one.card == raw["protocol"])
            text = _(
                "%(card)s belongs to %(name)s. Press it under Adopt: applications on the same "
                "protocol work together and share their users."
            )
            name = who(snapshot, protocol.deployer).name
            return _("Join a network"), text % {"card": name_of(protocol.card), "name": name}
        case "buy":
            text = _(
                "Press %(card)s under %(deck)s: the filled circles are the features that you have, "
                "so you can buy it. Each round you may take one card from each deck."
            )
            card = raw["card"]
            names = {"card": name_of(card), "deck": DECKS[CARDS[card].deck]}
            return _("Build upwards"), text % names
        case "end_turn":
            return _("End your turn"), _("Keep the rest of your money. Next come the users.")
        case "allocate":
            text = _(
                "The card shows what new users want. Choose %(card)s and move the slider to "
                "%(n)s: each user pays you every round and takes bandwidth."
            )
            return _("Place the users"), text % {"card": name_of(raw["app"]), "n": raw["users"]}
    hint = _ASKED[view.kind](view, view.players[view.seat or 0])
    return (hint.title, hint.text) if hint else (_("Your turn"), "")


def _lesson_end(mine: PlayerView) -> Guide:
    text = _(
        "Your users have paid, and you have %(money)s. That was a round: build, place users, "
        "earn. Whoever is the richest after the last round wins."
    )
    title = _("Now you know how networks earn")
    values = {"money": mine.money}
    return Guide(title, text % values, step=_STEPS, steps=_STEPS, over=True)
