"""Files that may be too large for the memory: written aside first, then sent piece by piece.

A request ends, and gives its database connection back, before its answer is sent
(`config/internals.py`). So nothing is read from the database on the way out.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from tempfile import SpooledTemporaryFile

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse

_IN_MEMORY = 2**20  # bytes; what is smaller is an answer like any other
_AT_ONCE = 2**16


def as_file(pieces: Iterable[str]) -> HttpResponseBase:
    """The answer with this text. What `pieces` raises is raised here."""
    file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115  (the one who sends it closes it)
    for piece in pieces:
        file.write(piece.encode())
    size = file.tell()
    file.seek(0)
    if size <= _IN_MEMORY:
        return HttpResponse(file.read())
    return StreamingHttpResponse(_read(file), headers={"Content-Length": str(size)})


async def _read(file: SpooledTemporaryFile[bytes]) -> AsyncIterator[bytes]:
    with file:
        while piece := file.read(_AT_ONCE):
            yield piece
