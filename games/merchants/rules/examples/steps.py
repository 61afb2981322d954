"""The steps of a worked example: decisions and their answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine.base import IllegalAction
from games.engine.examples import Fault, only
from games.merchants.rules import cards
from games.merchants.rules.examples.case import Case
from games.merchants.rules.examples.expect import check

Step = Mapping[str, Any]
Posts = Sequence[tuple[int, Mapping[str, Any]]]
_PASS = {"action": "pass"}
_ALWAYS = {"decision", "expect", "illegal", "note"}


def run_case(case: Case, raw: Mapping[str, Any]) -> None:
    _expect(case, raw.get("expect_before", {}))
    for place, step in enumerate(raw["steps"], 1):
        try:
            _run(case, step)
        except Fault as fault:
            raise Fault(f"step {place} ({step.get('decision')}): {fault}") from fault
    _expect(case, raw.get("expect", {}), last=True)


def _run(case: Case, step: Step) -> None:
    posts = _posts(step)
    _come_to(case, step, posts)
    if step.get("illegal", False):
        refused = any(case.refuses(seat, raw) for seat, raw in posts)
        if not refused and not _mislisted(case, step):
            raise Fault("this was to be refused, and was not")
    elif not _is_asked(case, step, posts) and _only_passes(posts):
        pass  # a step that only passes may be listed though nobody is asked
    elif _mislisted(case, step):
        raise Fault("cards are listed under the wrong kind")
    else:
        _post(case, step, posts)
    _expect(case, step.get("expect", {}))


def _expect(case: Case, expect: Mapping[str, Any], *, last: bool = False) -> None:
    """Check expectations here, or after passes that are the only possible answers."""
    # Such passes need not be listed as steps.
    tried, first = case.copy(), None
    while True:
        try:
            check(tried, expect)
            if last and tried.chance.left_over():
                raise Fault(f"listed, but never asked for: {tried.chance.left_over()}")
        except Fault as fault:
            first = first or fault
        else:
            case.become(tried)
            return
        try:
            if not tried.only_passes():
                raise first
            tried.pass_all()
        except Fault:
            raise first from None


def _come_to(case: Case, step: Step, posts: Posts) -> None:
    """Pass where nothing else is possible, if that leads to the decision of the step."""
    tried = case.copy()
    while not _is_asked(tried, step, posts):
        if not tried.only_passes():
            return
        tried.pass_all()
    case.become(tried)


def _is_asked(case: Case, step: Step, posts: Posts) -> bool:
    decision = case.engine.pending(case.state)
    if decision is None or decision.kind != step["decision"]:
        return False
    return any(seat in decision.asked for seat, _ in posts)


def _only_passes(posts: Posts) -> bool:
    return all(raw == _PASS for _, raw in posts)


def _post(case: Case, step: Step, posts: Posts) -> None:
    decision = case.engine.pending(case.state)
    if decision is None or decision.kind != step["decision"]:
        asked = f"{decision.kind} of {list(decision.asked)}" if decision else "nothing"
        raise Fault(f"not asked: pending is {asked}")
    named = {seat for seat, _ in posts}
    silent = [(seat, _PASS) for seat in decision.asked if seat not in named]
    for seat, raw in (*posts, *silent):
        if seat not in decision.asked and raw == _PASS:
            continue
        try:
            case.post(seat, raw)
        except IllegalAction as refusal:
            raise Fault(f"player {seat} was refused: {refusal.code}") from refusal


def _posts(step: Step) -> Posts:
    """Return the answers of a step, by seat."""
    kind = step["decision"]
    if kind not in KINDS:
        raise Fault(f"unknown decision {kind!r}")
    reader, keys = KINDS[kind]
    only(step, _ALWAYS | keys, kind)
    return reader(step)


def _one(read: Callable[[Step], Mapping[str, Any]]) -> Callable[[Step], Posts]:
    return lambda step: [(step["player"], read(step))]


def _market(step: Step) -> Mapping[str, Any]:
    do = step["do"]
    if do not in MARKET:
        raise Fault(f"market: unknown {do!r}")
    only(step, {*_ALWAYS, "player", "do", *MARKET[do]}, f"market: {do}")
    return {"action": do, **{key: step[key] for key in MARKET[do] if key in step}}


def _seize(step: Step) -> Posts:
    return [
        (int(seat), {"action": "bid", "cards": bid} if bid else _PASS)
        for seat, bid in step["bids"].items()
    ]


def _mislisted(case: Case, step: Step) -> bool:
    """Return True if a duel step lists a card as primary or secondary that is not."""
    purchase = case.state.purchase
    if step["decision"] != "duel" or purchase is None:
        return False
    # The engine receives only the cards, as their suits already say which is which.
    suits = {"primary": cards.primary(purchase.suit), "secondary": cards.secondary(purchase.suit)}
    return any(card[0] != suit for kind, suit in suits.items() for card in step.get(kind, ()))


def _duel(step: Step) -> Mapping[str, Any]:
    first, second = step.get("primary", []), step.get("secondary", [])
    return {"action": "commit", "cards": [*first, *second]} if first or second else _PASS


def _stack(step: Step) -> Mapping[str, Any]:
    for play in step["play"]:
        only(play, {"card", "mode"}, "stack.play")
    plays = [f"{play['card']}:{play['mode']}" for play in step["play"]]
    return {"action": "go", "cards": plays} if plays else _PASS


def _give(step: Step) -> Posts:
    given = {int(seat): card for seat, card in step["cards"].items()}
    return [
        (seat, {"action": "give", "card": card if isinstance(card, str) else card[0]})
        for seat, card in given.items()
    ]


def _cutpurse(step: Step) -> Mapping[str, Any]:
    if step["do"] == "take":
        return {"action": "steal", "target": step["target"]}
    if step["do"] == "give":
        return {"action": "slip", "target": step["target"], "card": step["card"]}
    raise Fault(f"cutpurse: unknown {step['do']!r}")


def _answer(yes: str, no: str) -> Callable[[Step], Posts]:
    return _one(lambda step: {"action": yes if step["answer"] else no})


def _named(action: str, key: str) -> Callable[[Step], Posts]:
    return _one(lambda step: {"action": action, key: step[key]})


MARKET: dict[str, tuple[str, ...]] = {
    "buy": ("cards", "commit"),
    "play": ("card", "mode"),
    "callback": ("card",),
    "substitute": (),
    "visit": ("market",),
    "do_nothing": (),
    "end_turn": (),
}
_MARKET_KEYS = {key for keys in MARKET.values() for key in keys}

KINDS: dict[str, tuple[Callable[[Step], Posts], set[str]]] = {
    "market": (_one(_market), {"player", "do", *_MARKET_KEYS}),
    "seize": (_seize, {"bids"}),
    "duel": (_one(_duel), {"player", "primary", "secondary"}),
    "reroll": (_answer("reroll", "keep"), {"player", "answer"}),
    "callback_take": (_answer("take_back", "leave_there"), {"player", "answer"}),
    "stack": (_one(_stack), {"player", "play"}),
    "pick_emblem": (_named("pick_emblem", "card"), {"player", "card"}),
    "pick_stack_card": (_named("pick_stack_card", "card"), {"player", "card"}),
    "pick_black_market": (_named("pick_black_market", "market"), {"player", "market"}),
    "pick_black_market_card": (_named("pick_black_market_card", "card"), {"player", "card"}),
    "pick_stock": (_named("pick_stock", "suit"), {"player", "suit"}),
    "give": (_give, {"cards"}),
    "cutpurse": (_one(_cutpurse), {"player", "do", "target", "card"}),
}
