"""Babel extractors for texts that its own ones miss.

`make messages` uses them, as set in pyproject.toml.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from io import BytesIO
from typing import IO, Any

from babel.messages.extract import extract_python
from django.conf import settings
from django.utils.translation.template import templatize

# Matches sentences and names, but not abbreviations and codes in capitals.
_BEGINS = re.compile(r"(?:[A-Z0-9“].*[a-z]|[a-z][A-Z])", re.DOTALL)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


def django_template(
    file: IO[bytes], keywords: Any, comment_tags: Collection[str], options: Any
) -> Iterator[Any]:
    """Yield the texts of a Django template, as Babel's extractors do.

    Django's `templatize` turns the template into something that reads as Python.
    """
    if not settings.configured:
        settings.configure()  # `pybabel` runs outside the project, and no setting matters here
    # `templatize` crosses out all that is not text, so the indentation left would be invalid.
    source = _INDENT.sub("", templatize(file.read().decode("utf-8")))
    return extract_python(BytesIO(source.encode("utf-8")), keywords, comment_tags, options)


def rules(
    file: IO[bytes], keywords: Any, comment_tags: Collection[str], options: Any
) -> Iterator[Any]:
    """Yield the texts of rules modules: names and facts of cards, options, taglines.

    Rules do not use gettext; pages look the translations up. Texts are arguments and class
    attributes that begin like a sentence or a name, sentences in dictionaries, and the values of
    `Literal` options. Messages of exceptions are left out.
    """
    tree = ast.parse(file.read())
    raising = (node for node in ast.walk(tree) if isinstance(node, ast.Raise))
    raised = {id(child) for node in raising for child in ast.walk(node)}
    for node in ast.walk(tree):
        for value in () if id(node) in raised else _handed(node):
            text = value.value if isinstance(value, ast.Constant) else None
            if isinstance(text, str) and _BEGINS.match(text):
                yield value.lineno, "gettext", text, []
        yield from ((1, "gettext", text, []) for text in _literals(node))


def _literals(node: ast.AST) -> list[str]:
    """Return the labels that a form gives to the values of a `Literal`."""
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal":
        values = [
            constant.value
            for constant in ast.walk(node.slice)
            if isinstance(constant, ast.Constant)
        ]
        return [str(value).replace("_", " ").capitalize() for value in values]
    return []


def _handed(node: ast.AST) -> list[ast.expr]:
    """Return the values that a call, a class body or a dictionary contains."""
    if isinstance(node, ast.Call):
        return [*node.args, *(child.value for child in node.keywords)]
    if isinstance(node, ast.ClassDef):
        kept = [child for child in node.body if isinstance(child, ast.Assign | ast.AnnAssign)]
        return [child.value for child in kept if child.value is not None]
    if isinstance(node, ast.Dict):
        return [
            child
            for child in node.values
            if isinstance(child, ast.Constant) and _is_sentence(child)
        ]
    return []


def _is_sentence(value: ast.Constant) -> bool:
    return isinstance(value.value, str) and value.value.endswith(".")
