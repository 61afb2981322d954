"""Refusals with their sentences, for the rules of any game."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.base import IllegalAction


class Refusals:
    """The codes of a game's rules, each with what a player is told."""

    def __init__(self, messages: Mapping[str, str]) -> None:
        self._messages = messages

    def refuse(self, code: str) -> IllegalAction:
        """The refusal with this code, to be raised."""
        return IllegalAction(code, self._messages[code])

    def need(self, holds: bool, code: str) -> None:
        """Raises the refusal with this code where something needed does not hold."""
        if not holds:
            raise self.refuse(code)
