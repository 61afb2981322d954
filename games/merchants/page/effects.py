"""What the event of the round does: to the market, and to one player, in plain words."""

from __future__ import annotations

from chat.core.translation import gettext as _
from games.merchants.page import naming
from games.merchants.page.viewer import player_in
from games.merchants.rules.view import EventView, MerchantsView


def market_effect(event: EventView) -> str:
    """What everybody has to reckon with this round."""
    numbers = {"n": event.value}
    match event.type:
        case "short_measures":
            return _("Only goods of %(n)d or less may be committed.") % numbers
        case "lean_season":
            return _("Goods of %(n)d or less cost 2 more at the stalls.") % numbers
        case "court_mourning":
            return _("Only goods of %(n)d or more may be committed.") % numbers
        case "open_ledgers":
            return _("Goods of %(n)d or more cost 2 less at the stalls.") % numbers
        case "carnival":
            return _("Everybody has one more action.")
        case "grand_opening":
            return _opening(event)


def _opening(event: EventView) -> str:
    parts = [_("Everybody has one more action.")] if event.extra else []
    if event.guild_for_sale and event.card is not None:
        text = _("The %(guild)s is for sale, for 10.")
        parts.append(text % {"guild": naming.card_name(event.card)})
    else:
        parts.append(_("The guild is no longer for sale."))
    return " ".join(parts)


def player_effect(event: EventView) -> str:
    """What it does to those it strikes; "" for events that strike nobody."""
    match event.type:
        case "short_measures":
            return _("may not seize")
        case "lean_season":
            return _("lost a card")
        case "court_mourning":
            return _("may not play powers or emblems")
        case "open_ledgers":
            return _("may not open crates")
        case "carnival" | "grand_opening":
            return ""


def on_me(view: MerchantsView) -> str:
    """What the event does to this player, beyond the market."""
    event, me = view.event, player_in(view, view.seat)
    if event is None or me is None or view.mode == "quick" or not event.value:
        return ""
    if not event.me:
        return _("The event does not strike you.")
    facts = {"event": naming.EVENTS[event.type], "n": event.value}
    struck = _("%(event)s strikes hands of %(n)d cards or more:") % facts
    return f"{struck} {_on_struck(event)}"


def _on_struck(event: EventView) -> str:
    match event.type:
        case "short_measures":
            return _("you may not seize.")
        case "lean_season":
            return _("you lost a random card.")
        case "court_mourning":
            return _("you may play neither powers nor emblems.")
        case _:
            return _("you may not open crates.")
