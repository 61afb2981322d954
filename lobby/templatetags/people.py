"""Template filters of pages about people."""

import json
from typing import Any

from django import template

from lobby.accounts import browsers, second_factor
from lobby.profiles.settings_pages import Link, navigation

register = template.Library()
register.filter("browser_name", browsers.browser_name)
register.filter("passkeys_of", second_factor.passkeys_of)
register.filter("has_passkeys", second_factor.has_passkeys)
register.filter("has_code_app", second_factor.has_code_app)
register.filter("is_last_factor", second_factor.is_last_factor)
register.filter("as_json", json.dumps)


@register.simple_tag(takes_context=True)
def settings_navigation(context: Any) -> tuple[list[Link], list[Link]]:
    """Return links to the sections of the settings, and to the pages of the current one."""
    return navigation(context["request"])
