"""Laws of refusals: each has a code of an enumeration, each code a sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from chat.api.refusals import ApiCode
from chat.core.refusals import ChatCode, Code, Refusal
from games.blanks.packs.refusals import PackCode
from games.refusals import HouseCode, RulesRefusal
from lobby.accounts.refusals import FriendCode, GuestCode, RecoveryCode
from lobby.accounts.tokens import TokenCode
from tests.laws.source import ROOT, nothing

CODES: tuple[type[Code], ...] = (
    ApiCode, ChatCode, FriendCode, GuestCode, HouseCode, PackCode, RecoveryCode,
    TokenCode,
)  # fmt: skip
TABLE = ROOT / "games/engine/table.py"


def test_every_code_has_a_message() -> None:
    nothing(f"{code!r}" for codes in CODES for code in codes if not str(code.sentence).strip())


def test_every_enumeration_of_codes_is_checked() -> None:
    assert set(Code.__subclasses__()) == set(CODES)


def test_the_site_has_a_message_for_every_table_refusal() -> None:
    """Check that each code in `games/engine/table.py` has a sentence."""
    # The rules of a table are pure and raise only codes.
    asked = {*_table_codes()}
    assert len(asked) > 15
    nothing(asked - {code.value for code in HouseCode})


def _table_codes() -> Iterator[str]:
    for node in ast.walk(ast.parse(TABLE.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Refused", "_need"):
            code = node.args[-1]
            if isinstance(code, ast.Constant):
                yield str(code.value)


def test_a_refusal_has_the_message_of_its_code_with_the_facts_filled_in() -> None:
    told = Refusal(ChatCode.TOO_FAST, seconds=3)
    assert (told.code, "3 s" in told.message) == ("too_fast", True)
    assert Refusal(HouseCode("game_full")).message == str(HouseCode.GAME_FULL.sentence)
    assert RulesRefusal("late", "The auction has begun.").message == "The auction has begun."
