"""What may be logged of an error where bids were near: its kind and its place, never what it says.

A database quotes the values it did not like, and so do many other errors.
"""

from __future__ import annotations

import traceback
from pathlib import Path


def kind_and_place(error: BaseException) -> str:
    """ "IntegrityError at own_bids.py:31": the kind and where it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{__package__.split('.')[0]}/" in frame.filename]
    places = own or list(frames)
    place = f" at {Path(places[-1].filename).name}:{places[-1].lineno}" if places else ""
    return f"{type(error).__name__}{place}"
