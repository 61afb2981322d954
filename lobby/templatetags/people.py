"""Template filters of pages about people."""

import json

from django import template

from lobby.accounts import browsers, second_factor

register = template.Library()
register.filter("browser_name", browsers.browser_name)
register.filter("passkeys_of", second_factor.passkeys_of)
register.filter("has_passkeys", second_factor.has_passkeys)
register.filter("has_code_app", second_factor.has_code_app)
register.filter("is_last_factor", second_factor.is_last_factor)
register.filter("as_json", json.dumps)
