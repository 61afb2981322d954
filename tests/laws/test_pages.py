"""Laws of pages: they depend only on views, and HTML is only in templates."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.laws.source import APPS, Module, modules, nothing

# Modules that make views of a state. All others on the way to a page get views.
STATE_READERS = {"games/page/snapshot.py", "games/page/replay.py"}
PAGES = (
    "games/page",
    "games/*/page",
    "games/views",
    "auctions/page",
    "auctions/views.py",
    "lobby",
    "chat",
)

DRAWN = ("games/page", "games/*/page", "auctions/page", "chat/live", "chat/messages")
ASK_THE_TIME = {
    "auctions/page/calendar.py": "a feed, once an hour",
    "auctions/page/viewer.py": "the clock that a page counts by, once a page",
    "chat/live/presence.py": "draws nothing: a heartbeat writes when somebody was seen",
    "chat/messages/retention.py": "draws nothing",
    "chat/messages/services.py": "draws nothing",
    "chat/views.py": "whether one message may still be deleted",
    "games/page/receipt.py": "a file to download",
}

TAG = re.compile(r"<(?:/?[a-z][a-z0-9]*[ >]|[a-z][a-z0-9]*$|!--)")
FORMATTERS = {"format_html", "format_html_join", "filled"}
# Files with a tag outside of a formatter, and why.
TAGGED = {
    "chat/core/templates.py": "a mark that stands for a token until the page is sent",
    "chat/messages/message_list.py": "the form in which Django's Urlizer wants a link",
    "lobby/accounts/adapter.py": "a ground put into the picture that allauth draws",
}


def test_no_page_reads_the_state() -> None:
    """Check that pages do not access a state."""
    # `tests/games/test_secrecy.py` finds secrets that are printed; this also finds mere access.
    nothing(
        f"{module}:{node.lineno} {ast.unparse(node)}"
        for module in modules(*PAGES)
        if module.name not in STATE_READERS
        for node in ast.walk(module.tree)
        if isinstance(node, ast.expr) and _reads_state(node)
    )


def test_rendering_does_not_query_the_database_for_the_time() -> None:
    """Check that rendering does not call `now`."""
    # `now` is a query on PostgreSQL, and fragments are rendered for each viewer of an action.
    nothing(
        f"{module}:{node.lineno} imports `now`: `nearly_now` is for words that a page shows"
        for module in modules(*DRAWN)
        if module.name not in ASK_THE_TIME
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and node.module == "chat.core.clock"
        if "now" in {alias.name for alias in node.names}
    )


def _reads_state(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(attr="state", value=owner):
            return "snapshot" in ast.unparse(owner)
        case ast.Attribute(attr="snapshot", value=owner):
            return ast.unparse(owner).endswith("match")
        case ast.Name(id="state_of"):
            return True
    return False


def test_html_is_written_in_templates() -> None:
    nothing(
        f"{module}:{line} {text.strip()[:60]}"
        for module in modules(*APPS)
        if module.name not in TAGGED
        for line, text in _tagged(module)
    )


def _tagged(module: Module) -> Iterator[tuple[int, str]]:
    """Yield strings with tags that go to no formatter, except docstrings."""
    spared = {id(text) for text in _formatted(module)}
    spared |= {id(text) for text in _docstrings(module)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and id(node) not in spared:
            text = node.value if isinstance(node.value, str) else ""
            if TAG.search(text):
                yield node.lineno, text


def _formatted(module: Module) -> Iterator[ast.expr]:
    """Yield strings passed directly to a formatter, which escapes its arguments."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and _name(node.func) in FORMATTERS:
            yield from (text for text in node.args if isinstance(text, ast.Constant))


def _docstrings(module: Module) -> Iterator[ast.Constant]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _name(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else ""
