"""Template filters of pages about people."""

import json

from django import template

from lobby.people import passkeys, user_agents as browsers

register = template.Library()
register.filter("browser_name", browsers.browser_name)
register.filter("passkeys_of", passkeys.passkeys_of)
register.filter("has_passkeys", passkeys.has_passkeys)
register.filter("has_code_app", passkeys.has_code_app)
register.filter("is_last_factor", passkeys.is_last_factor)
register.filter("as_json", json.dumps)
