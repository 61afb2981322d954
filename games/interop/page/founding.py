"""The founder kits that are left: a protocol, and the application that runs on it (rules 4.4)."""

from __future__ import annotations

from dataclasses import dataclass

from games.interop.page.faces import Face, face
from games.interop.rules.box import KITS
from games.interop.rules.view import InteropView


@dataclass(frozen=True)
class KitFace:
    """`protocol` names the kit."""

    protocol: Face
    application: Face


def kits(view: InteropView) -> tuple[KitFace, ...]:
    return tuple(
        KitFace(face(kit.protocol), face(kit.application))
        for kit in KITS
        if kit.protocol in view.kits
    )
