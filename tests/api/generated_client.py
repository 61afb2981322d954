"""A client generated from the OpenAPI document alone.

    client = client_of(document, url, token)
    client.api_v1_tables__public_id__join_post(public_id="abcdefghjk", body={}, idempotency_key="1")

Each operation becomes a function with the parameters in the document; required ones have no
default. Each response is validated against the schema of its status.
"""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # no stubs

FUNCTION = '''
def {name}(self{parameters}):
    """{summary}"""
    return self._send({method!r}, {path!r}, {operation}, dict({given}))
'''


class Answered(Exception):
    """A response that is in the document and has an error status."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(status, problem["code"])
        self.code = problem["code"]


def source_of(document: dict[str, Any]) -> str:
    """Return the source of the functions."""
    return "".join(_functions(document))


def _functions(document: dict[str, Any]) -> Iterator[str]:
    for path, methods in document["paths"].items():
        for method in methods.keys() & {"get", "post"}:
            told = methods[method]
            names = {
                _python(one["name"]): one.get("required", False)
                for one in told.get("parameters", ())
            }
            if "requestBody" in told:
                names["body"] = told["requestBody"].get("required", False)
            listed = sorted(names, key=lambda name: not names[name])
            parameters = ", ".join(name if names[name] else f"{name}=None" for name in listed)
            yield FUNCTION.format(
                name=_python(path.strip("/") + "_" + method),
                parameters=f", *, {parameters}" if parameters else "",
                summary=told["summary"],
                method=method.upper(),
                path=path,
                operation=repr((path, method)),
                given=", ".join(f"{name}={name}" for name in listed),
            )


def _python(name: str) -> str:
    return re.sub(r"\W", "_", name).lower()


class Base:
    """The base class of generated clients."""

    def __init__(self, document: dict[str, Any], url: str, token: str) -> None:
        self.document, self.url, self.token = document, url, token

    def _send(
        self, method: str, path: str, operation: tuple[str, str], given: dict[str, Any]
    ) -> Any:
        told = self.document["paths"][operation[0]][operation[1]]
        headers = {"Authorization": f"Bearer {self.token}"}
        query: dict[str, Any] = {}
        for one in told.get("parameters", ()):
            value = given[_python(one["name"])]
            if value is None:
                continue
            self._hold(one["schema"], value)
            match one["in"]:
                case "path":
                    path = path.replace(f"{{{one['name']}}}", quote(str(value), safe=""))
                case "query":
                    query[one["name"]] = value
                case "header":
                    headers[one["name"]] = value
        data = None
        if "requestBody" in told:
            self._hold(_schema(told["requestBody"]), given["body"])
            data, headers["Content-Type"] = json.dumps(given["body"]).encode(), "application/json"
        address = f"{self.url}{path}" + (f"?{urlencode(query)}" if query else "")
        asked = urllib.request.Request(address, data, headers, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return self._read(told, answer.status, answer.read())
        except urllib.error.HTTPError as error:
            raise Answered(error.code, self._read(told, error.code, error.read())) from None

    def _read(self, told: dict[str, Any], status: int, body: bytes) -> Any:
        answer = told["responses"][str(status)]
        if "content" not in answer:
            return None
        value = json.loads(body) if body else None
        if status != 204:
            self._hold(_schema(answer), value)
        return value

    def _hold(self, schema: dict[str, Any], value: Any) -> None:
        whole = {**schema, "components": self.document["components"]}
        Draft202012Validator(whole).validate(value)


def _schema(told: dict[str, Any]) -> dict[str, Any]:
    schema: dict[str, Any] = told["content"]["application/json"]["schema"]
    return schema


def client_of(document: dict[str, Any], url: str, token: str) -> Any:
    """Return a client for a site with this document."""
    made: dict[str, Any] = {}
    exec(source_of(document), made)
    functions = {name: one for name, one in made.items() if not name.startswith("__")}
    return type("Client", (Base,), functions)(document, url, token)
