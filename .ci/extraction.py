"""Where Babel finds the texts that its own extractors miss (`make messages`, pyproject.toml)."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from io import BytesIO
from typing import IO, Any

from babel.messages.extract import extract_python
from django.conf import settings
from django.utils.translation.template import templatize

# As a sentence or a name does; what is all in capitals is an abbreviation or a code.
_BEGINS = re.compile(r"(?:[A-Z0-9“].*[a-z]|[a-z][A-Z])", re.DOTALL)
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


def rules(
    file: IO[bytes], keywords: Any, comment_tags: Collection[str], options: Any
) -> Iterator[Any]:
    """The texts of rules, which know no gettext: names and facts of cards, options, taglines.

    They are what is handed to a call, or kept in a class, and begins as a sentence or a name does,
    the sentences that a dictionary holds, and the values that an option may have; pages look them
    up. What an exception says is left out.
    """
    tree = ast.parse(file.read())
    raising = (node for node in ast.walk(tree) if isinstance(node, ast.Raise))
    raised = {id(one) for node in raising for one in ast.walk(node)}
    for node in ast.walk(tree):
        for value in () if id(node) in raised else _handed(node):
            text = value.value if isinstance(value, ast.Constant) else None
            if isinstance(text, str) and _BEGINS.match(text):
                yield value.lineno, "gettext", text, []
        yield from ((1, "gettext", text, []) for text in _literals(node))


def _literals(node: ast.AST) -> list[str]:
    """The values of an option that knows a few, as a form calls them."""
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal":
        values = [one.value for one in ast.walk(node.slice) if isinstance(one, ast.Constant)]
        return [str(value).replace("_", " ").capitalize() for value in values]
    return []


def _handed(node: ast.AST) -> list[ast.expr]:
    """What a call is given, or a class keeps."""
    if isinstance(node, ast.Call):
        return [*node.args, *(one.value for one in node.keywords)]
    if isinstance(node, ast.ClassDef):
        kept = [one for one in node.body if isinstance(one, ast.Assign | ast.AnnAssign)]
        return [one.value for one in kept if one.value is not None]
    if isinstance(node, ast.Dict):
        return [one for one in node.values if isinstance(one, ast.Constant) and _is_sentence(one)]
    return []


def _is_sentence(value: ast.Constant) -> bool:
    return isinstance(value.value, str) and value.value.endswith(".")
