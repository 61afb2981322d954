"""The template engine of whole pages: Django's, which frees a page's values at once."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template.backends.django import DjangoTemplates, Template
from django.template.context import make_context
from django.utils.safestring import SafeString


class PageTemplate(Template):
    """A template that drops the values it was given when it is rendered."""

    def render(
        self, context: dict[str, Any] | None = None, request: HttpRequest | None = None
    ) -> SafeString:
        values = make_context(context, request, autoescape=self.backend.engine.autoescape)
        try:
            return self.template.render(values)
        finally:
            # A context refers to itself. Everything on the page would remain until the garbage
            # collector has found it, which happens rarely (config/server/asgi.py).
            values.dicts.clear()


class PageTemplates(DjangoTemplates):
    """Django's engine with templates that free their values."""

    def from_string(self, template_code: str) -> PageTemplate:
        return PageTemplate(super().from_string(template_code).template, self)

    def get_template(self, template_name: str) -> PageTemplate:
        return PageTemplate(super().get_template(template_name).template, self)
