"""Whether something is still the same as it was."""

from __future__ import annotations

import hashlib


def digest_of(data: bytes) -> str:
    """Sixteen hexadecimal digits, the same for the same bytes. Nothing secret hangs on it.

    Processors have instructions for SHA-256: it takes a quarter of the time of BLAKE2.
    """
    return hashlib.sha256(data).hexdigest()[:16]
