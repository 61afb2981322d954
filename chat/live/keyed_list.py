"""A list fragment, of which only new, changed and removed entries are sent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field
from itertools import pairwise

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from chat.live.fragments import NO_ATTRIBUTES, Attributes, digest_of, without_token


@dataclass(frozen=True, slots=True)
class Listing:
    """The contents of a list."""

    # By id, in order: each an `<li>` element that begins with this id.
    entries: Mapping[str, SafeString]
    # The HTML around the list. If it changes, the whole fragment is sent.
    before: SafeString
    after: SafeString


@dataclass(slots=True)
class KeyedList:
    """A fragment (`chat.live.fragments.Part`) that is a section with a list.

    An entry is replaced, inserted after its predecessor, or removed, by its id. If the entries that
    stay change their order, the whole list is sent. The page must contain what it was last sent:
    only this fragment may change it.
    """

    id: str
    topics: Collection[str]
    read: Callable[[], Listing]
    _: KW_ONLY
    list_class: str
    attributes: Attributes = NO_ATTRIBUTES
    _sent: Listing = field(default=Listing({}, SafeString(), SafeString()), init=False)

    def html(self) -> SafeString:
        return self._whole(self.read(), swap=False)

    def changes(self, *, whole: bool = False) -> SafeString:
        listing = self.read()
        if whole or self._must_send_whole(listing):
            return self._whole(listing, swap=True)
        changed = self._removed(listing) + self._inserted(listing) + self._replaced(listing)
        self._sent = listing
        return changed

    def _must_send_whole(self, listing: Listing) -> bool:
        """Return True if the whole fragment must be sent."""
        old, new = self._sent, listing
        if (old.before, old.after, bool(old.entries)) != (new.before, new.after, bool(new.entries)):
            return True
        stayed = [key for key in old.entries if key in new.entries]
        return stayed != [key for key in new.entries if key in old.entries]

    def _whole(self, listing: Listing, *, swap: bool) -> SafeString:
        self._sent = listing
        entries = SafeString("".join(listing.entries.values()))  # each rendered by a template
        if entries:
            entries = format_html(
                '<ul id="{}-entries" class="{}">{}</ul>', self.id, self.list_class, entries
            )
        inner = listing.before + entries + listing.after
        pairs = {"id": self.id, **self.attributes.pairs, "data-part": digest_of(inner.encode())}
        return format_html(
            "<section{} data-list{}>{}</section>",
            format_html_join("", ' {}="{}"', pairs.items()),
            SafeString(' hx-swap-oob="true"' if swap else ""),
            without_token(inner) if swap else inner,
        )

    def _removed(self, listing: Listing) -> SafeString:
        gone = ((key,) for key in self._sent.entries if key not in listing.entries)
        return format_html_join("", '<li id="{}" hx-swap-oob="delete"></li>', gone)

    def _inserted(self, listing: Listing) -> SafeString:
        """Insert each new entry after its predecessor, which is there: they are in order."""
        places = pairwise(["", *listing.entries])
        come = [(where, key) for where, key in places if key not in self._sent.entries]
        return SafeString("".join(self._put(listing.entries[key], where) for where, key in come))

    def _put(self, entry: SafeString, behind: str) -> SafeString:
        where = f"afterend:#{behind}" if behind else f"afterbegin:#{self.id}-entries"
        return format_html('<ul hx-swap-oob="{}">{}</ul>', where, without_token(entry))

    def _replaced(self, listing: Listing) -> SafeString:
        """Replace the entries that changed, in place."""
        old, new = self._sent.entries, listing.entries
        changed = [key for key in new if key in old and new[key] != old[key]]
        return SafeString("".join(_replacing(key, new[key]) for key in changed))


def _replacing(key: str, entry: SafeString) -> SafeString:
    named = f'id="{key}"'
    return SafeString(without_token(entry).replace(named, f'{named} hx-swap-oob="true"', 1))
