"""Drawing a Jinja2 part or component within a template of Django's engine."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

from chat.core.templates import render

register = template.Library()


@register.simple_tag
def jinja(template_name: str, /, **values: Any) -> SafeString:
    """`{% jinja "components/avatar.jinja" name=user.shown_name hue=user.hue %}`."""
    return render(template_name, **values)
