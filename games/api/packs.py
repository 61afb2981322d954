"""API of packs of cards: the preview of a file, and taking its cards."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, ClassVar

import msgspec
from django.core.files.uploadedfile import UploadedFile
from dmr import Headers, Query, modify

from chat.api.base import Bearer, Door
from chat.api.shapes import KEY_HEADER, Key, Shape
from chat.messages.validation import blocked_words
from games.blanks.packs.reading.answer import DeckPreview, answer_of
from games.blanks.packs.reading.preview import Fault, Preview
from games.blanks.packs.reading.reader import MOST_BYTES, read
from games.blanks.packs.refusals import Faulty
from games.blanks.packs.services import take
from games.engine.base import Value

Positions = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,6}(,[0-9]{1,6})*$")]
Age = Annotated[int, msgspec.Meta(ge=0, le=18)]
# What the body may be. The library describes only bodies that it parses.
_FILE = {"type": "string", "format": "binary"}
BODY = {
    "required": True,
    "content": {
        "application/octet-stream": {"schema": _FILE},
        "multipart/form-data": {
            "schema": {"type": "object", "properties": {"file": _FILE}, "required": ["file"]}
        },
    },
}


class Reading(Value):
    """How to read the file, and whether to take its cards.

    `filename`: its ending tells a table from plain text. `language` and `age`: of a file that names
    none. `name`: of the pack, in place of the file's. `keep_capitals`: white cards are not set in
    lower case. `take`: make a pack of all cards that can be taken. `take_packs`: the positions of
    the packs to join, from 0, if the file holds several.
    """

    __dmr_force_list__: ClassVar[frozenset[str]] = frozenset({"take_packs"})

    filename: str = ""
    language: str = "en"
    name: str = ""
    age: Age = 13
    keep_capitals: bool = False
    take: bool = False
    take_packs: tuple[Positions, ...] = ()


class MaybeKeyed(Shape, rename={"key": KEY_HEADER}):
    """The header of a command that may be sent without a key."""

    key: Key | None = None


class PreviewDoor(Door):
    """The preview of a file of cards."""

    tags = ("Packs",)
    auth = (Bearer("play"),)

    @modify(status_code=HTTPStatus.OK)
    def post(
        self, parsed_query: Query[Reading], parsed_headers: Headers[MaybeKeyed]
    ) -> DeckPreview:
        """Return how a file of cards is read, and take the cards if told to.

        The file is the body, or the field `file` of a form.
        """
        asked, key = parsed_query, parsed_headers.key or ""
        data, filename = self._file()
        found = read(
            data,
            asked.filename or filename,
            language=asked.language,
            packs=[int(one) for some in asked.take_packs for one in some.split(",")],
            keep_capitals=asked.keep_capitals,
            blocked=blocked_words(),
        )
        # Of several packs, none of which is chosen, the list is the answer.
        if not asked.take or (
            isinstance(found, Preview) and found.choices and not asked.take_packs
        ):
            return answer_of(found)
        if isinstance(found, Fault):
            raise Faulty([found])
        pack = take(
            user=self.user,
            preview=found,
            name=asked.name or found.name,
            language=found.language or asked.language,
            age=asked.age if found.min_age is None else found.min_age,
            key=key,
        )
        return answer_of(found, pack.slug)

    def _file(self) -> tuple[bytes, str]:
        """Return the contents and the name of the file that was sent."""
        file = self.request.FILES.get("file")
        if isinstance(file, UploadedFile):
            return file.read(MOST_BYTES + 1), file.name or ""
        return self.request.body, ""
