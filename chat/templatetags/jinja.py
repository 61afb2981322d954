"""A tag that renders a Jinja2 fragment within a template of Django's engine."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from chat.core.templates import CSRF, render
from chat.live.fragments import with_token

register = template.Library()


@register.simple_tag(takes_context=True)
def jinja(context: Context, template_name: str, /, **values: Any) -> SafeString:
    """Render a Jinja2 template.

    For example, `{% jinja "components/avatar.jinja" name=user.shown_name hue=user.hue %}`. Forms in
    it contain the token of the page's request.
    """
    html, request = render(template_name, **values), context.get("request")
    return with_token(html, request) if CSRF in html and request else html
