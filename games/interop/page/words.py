"""The words of the page for features, decks, licences and eras."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import get_language, gettext_lazy

from chat.core.translation import gettext as _

FEATURES: dict[str, Promise] = {
    "routing": gettext_lazy("routing"),
    "stream": gettext_lazy("stream"),
    "datagram": gettext_lazy("datagram"),
    "naming": gettext_lazy("naming"),
    "security": gettext_lazy("security"),
    "mail-transfer": gettext_lazy("mail transfer"),
    "messaging": gettext_lazy("messaging"),
    "hypertext": gettext_lazy("hypertext"),
    "file-transfer": gettext_lazy("file transfer"),
    "call-setup": gettext_lazy("call setup"),
    "live-media": gettext_lazy("live media"),
    "feeds": gettext_lazy("feeds"),
    "email": gettext_lazy("e-mail"),
    "chat": gettext_lazy("chat"),
    "web": gettext_lazy("web"),
    "files": gettext_lazy("files"),
    "voice": gettext_lazy("voice"),
    "video": gettext_lazy("video"),
    "social": gettext_lazy("social"),
}
DECKS: dict[str, Promise] = {
    "LINK": gettext_lazy("Links"),
    "CORE": gettext_lazy("Core"),
    "SERVICE": gettext_lazy("Services"),
    "APP": gettext_lazy("Applications"),
}
ERAS: dict[str, Promise] = {
    "early": gettext_lazy("early users"),
    "middle": gettext_lazy("users of the middle years"),
    "late": gettext_lazy("late users"),
}


@dataclass(frozen=True)
class Terms:
    """Words that a newcomer may not know, each with its meaning."""

    rand: tuple[Promise, Promise]
    units: tuple[Promise, Promise]
    partner: tuple[Promise, Promise]


TERMS = Terms(
    rand=(
        gettext_lazy("RAND"),
        gettext_lazy(
            "A licence on reasonable and non-discriminatory terms: everybody may "
            "adopt the protocol, and pays its owner a fee once."
        ),
    ),
    units=(
        gettext_lazy("× units"),
        gettext_lazy(
            "Bandwidth: a network begins with 6 units, and each link adds some. A user takes as"
            " many units as the number after × says, and earns as much money each round."
        ),
    ),
    partner=(
        gettext_lazy("Partner"),
        gettext_lazy(
            "An application of another player that works together with yours, so that some of"
            " its users earn for you as well."
        ),
    ),
)


def feature(name: str) -> str:
    return _feature(name, get_language())


@cache
def _feature(name: str, language: str | None) -> str:
    # Cached, as a page names features very often.
    return str(FEATURES[name])


def several(names: Iterable[str]) -> str:
    """Join names as in a sentence."""
    return str(get_text_list([str(name) for name in names], _("and")))


def licence(kind: str, fee: int) -> str:
    """Return the text of a licence, as on a marker or in a list."""
    if kind == "rand":
        return _("RAND, fee %(fee)d") % {"fee": fee}
    return _("open") if kind == "open" else _("closed")
