"""What Babel needs to find the texts of Django's templates (`make messages`, pyproject.toml)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from io import BytesIO
from typing import IO, Any

from babel.messages.extract import extract_python
from django.conf import settings
from django.utils.translation.template import templatize

_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


def django_template(
    file: IO[bytes], keywords: Any, comment_tags: Collection[str], options: Any
) -> Iterator[Any]:
    """The texts of a template of Django's engine, in the form Babel's extractors yield them.

    Django itself turns a template into what reads as Python; what is no text is crossed out, so
    that its indentation means nothing.
    """
    if not settings.configured:
        settings.configure()  # `pybabel` runs outside of the project; no setting matters here
    source = _INDENT.sub("", templatize(file.read().decode("utf-8")))
    return extract_python(BytesIO(source.encode("utf-8")), keywords, comment_tags, options)
