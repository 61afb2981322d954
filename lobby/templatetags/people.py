"""Template filters of pages about people."""

from django import template

from lobby.people import user_agents as browsers

register = template.Library()
register.filter("browser_name", browsers.browser_name)
