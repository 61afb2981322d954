"""The automatic passes a player may choose. Nobody else is ever told."""

from __future__ import annotations

from dataclasses import dataclass

from chat.core.translation import gettext as _


@dataclass(frozen=True)
class Wish:
    name: str
    label: str


def wishes(mode: str) -> list[Wish]:
    """Those that have a meaning in this mode: a quick start has no stack."""
    found = [
        Wish("without_usable", _("Pass for me when no card of mine could be used.")),
        Wish("seize_never", _("Never seize.")),
        Wish("seize_unless_king", _("Seize only goods of my King’s suit; pass for all others.")),
    ]
    if mode != "quick":
        found += [
            Wish("respond_unless_power", _("Answer the stack only if a rival’s power is on it.")),
            Wish(
                "power_phase_never", _("Do not open the phase of powers; pass until others play.")
            ),
        ]
    return found
