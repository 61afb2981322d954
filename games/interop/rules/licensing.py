"""Licences: deciding one, and making one less restrictive (rules 6.6, 6.7)."""

from __future__ import annotations

from typing import cast, get_args

from msgspec.structs import replace

from games.interop.rules import events
from games.interop.rules.actions import Relicense
from games.interop.rules.box import FEE_LEAST, FEE_MOST
from games.interop.rules.game import Turn
from games.interop.rules.refusals import asked, need, refuse
from games.interop.rules.state import Licence, LicenceKind, State, did, licence_of

KINDS: tuple[LicenceKind, ...] = get_args(LicenceKind)  # from the least restrictive on


def decided(licence: str | None, fee: int | None) -> tuple[LicenceKind, int]:
    """The licence as stored, its fee 0 but for RAND. Raises `bad_licence` or `bad_fee`."""
    need(licence in KINDS, "bad_licence")
    if licence == "rand":
        need(fee is not None and FEE_LEAST <= fee <= FEE_MOST, "bad_fee")
    else:
        need(fee is None, "bad_fee")
    return cast(LicenceKind, licence), fee or 0


def none_given(licence: str | None, fee: int | None) -> None:
    """Raises `bad_licence` if there is one where none belongs."""
    need(licence is None and fee is None, "bad_licence")


def deploy(
    state: State, protocol: str, seat: int, licence: tuple[LicenceKind, int]
) -> tuple[State, Licence]:
    """The protocol under its first licence. Who has its card is its deployer for ever."""
    kind, fee = licence
    set_now = Licence(protocol=protocol, deployer=seat, licence=kind, fee=fee, since=state.round)
    return replace(state, licences=(*state.licences, set_now)), set_now


def less_restrictive(licence: Licence) -> tuple[LicenceKind, ...]:
    """What it could become, from the least restrictive on."""
    return KINDS[: KINDS.index(licence.licence)]


def relax_code(state: State, licence: Licence) -> str:
    """Why its deployer could not relax it in this round, or ""."""
    if not less_restrictive(licence):
        return "not_less_restrictive"
    return "too_soon" if licence.since == state.round else ""


def relicense(turn: Turn, state: State, seat: int | None, action: Relicense) -> State:
    """Rules 6.7. Codes: the general ones (rules 15), `not_available`, `not_deployer`,
    `bad_licence`, `bad_fee`, `not_less_restrictive`, `too_soon`, in this order.
    """
    player = asked(state, seat, "invest")
    licence = licence_of(state, action.protocol)
    if licence is None:
        raise refuse("not_available")
    need(licence.deployer == player.seat, "not_deployer")
    kind, fee = decided(action.licence, action.fee)
    need(kind in less_restrictive(licence), "not_less_restrictive")
    need(licence.since != state.round, "too_soon")
    changed = replace(licence, licence=kind, fee=fee, since=state.round)
    turn.tell(events.relicensed(player.seat, changed))
    licences = tuple(changed if one is licence else one for one in state.licences)
    return did(replace(state, licences=licences), "relicense", licence.protocol)
