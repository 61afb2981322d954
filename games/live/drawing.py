"""Drawing what a game hands in, with the templates that bear its slug."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.template import TemplateDoesNotExist, engines
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from chat.core.templates import CSRF, render


def draw_template(stem: str, values: Mapping[str, Any]) -> SafeString:
    """`<stem>.jinja` with these values; `<stem>.html` where a game has not moved yet."""
    if has_jinja(stem):
        return render(f"{stem}.jinja", **values)
    return render_to_string(f"{stem}.html", {"csrf": CSRF, **values})


@cache
def has_jinja(stem: str) -> bool:
    try:
        engines["jinja2"].get_template(f"{stem}.jinja")
    except TemplateDoesNotExist:
        return False
    return True


def drawn_as_before(shown: Any, name: str) -> SafeString:
    """A part of a game that has not moved yet: by its hook, else by its `.html`."""
    asks_twice = getattr(shown.user, "asks_twice", False)
    hook = None if name == "summary" else getattr(shown.pages, f"{name}_html")
    if hook is not None and name == "seat":
        return SafeString(hook(shown.own, shown.match_id, asks_twice))
    if hook is not None:
        return SafeString(hook(getattr(shown, name)))
    context = {
        "m": shown, "csrf": CSRF, "user": shown.user, "me": shown.user, "game": shown.slug,
        "asks_twice": asks_twice, **(shown.summary if name == "summary" else {}),
    }  # fmt: skip
    return render_to_string(f"games/{shown.slug}/{name}.html", context)
