"""Sentences of faults and notices for people."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.blanks.packs.reading.preview import Fault

_FAULTS = {
    "too_big": _("The file is larger than 4 MiB. Split it into smaller files."),
    "bad_encoding": _(
        "The file is not text in an encoding that can be read. Save it as UTF-8 and try again."
    ),
    "bad_json": _(
        "The JSON breaks in line %(line)s, column %(column)s, at “%(found)s”. Fix it there."
    ),
    "json_ends": _("The JSON ends in the middle, in line %(line)s. The file may be incomplete."),
    "bad_table": _(
        "No header or card was recognised in the table. Its first line should name the columns,"
        " such as type,text,pick,draw."
    ),
    "unknown_format": _(
        "This is not a file of cards as text. If it is a spreadsheet, open it in the program that"
        " made it, choose “Save as” or “Download”, and save it as CSV (UTF-8)."
    ),
    "unknown_keys": _(
        "No cards were recognised in this JSON. Found at the top: %(found)s. Known are lists of"
        " cards called black and white, or one list of cards that each have a text and a type."
    ),
    "empty_pack": _("There are no cards in it."),
    "bad_name": _("A pack needs a name of 3 to 60 characters."),
    "bad_language": _("The language is not a code such as en or pt-BR."),
    "bad_age": _("The age must be a whole number from 0 to 18."),
    "too_many_cards": _(
        "A pack has at most 500 black and 2000 white cards. The first that fit are taken."
    ),
    "bad_type": _("It does not say whether the card is black or white, or its text is no text."),
    "no_text": _("The card has no text that can be seen. Pictures are not supported."),
    "bad_length": _(
        "The text is too short or too long. A black card has 5 to 250 characters, a white card 1"
        " to 160."
    ),
    "bad_characters": _("The text contains control, private-use or direction characters."),
    "blank_in_white": _("A white card cannot have a blank."),
    "bad_pick": _("A black card has at most 3 blanks."),
    "bad_draw": _("The number of cards to draw must be a whole number from 0 to 3."),
    "duplicate_card": _("A card of this colour already has the same words."),
    "duplicate_id": _("A card already has this id."),
    "blocked_word": _("It contains a word that this site doesn't allow."),
}

_NOTICES = {
    "html": _("HTML was turned into plain text."),
    "unicode": _("Characters were normalized (NFC)."),
    "unseen": _("Invisible characters were removed."),
    "spaces": _("White space was trimmed and reduced to single spaces."),
    "emphasis": _("Underscores around words were removed."),
    "underscore": _("An underscore within a word was kept as a letter."),
    "blanks": _("Blanks were changed to four underscores."),
    "full_stop": _("The full stop at the end of a white card was removed."),
    "capital": _("A capital at the beginning was changed to lower case."),
    "pick": _("The number of cards to pick was corrected to the number of blanks."),
    "name_cut": _("The name was cut to 60 characters."),
}


def fault_text(fault: Fault) -> str:
    """Return the sentence of a fault: what is wrong, and what to do."""
    code = fault.code
    if code == "bad_json" and not fault.found:
        code = "json_ends"
    if code == "unknown_format" and fault.found:
        code = "unknown_keys"
    values = {"found": fault.found, "line": fault.line, "column": fault.column}
    # A percent sign stands for itself in a sentence without values.
    text = str(_FAULTS[code])
    return text % values if "%(" in text else text


def notice_text(code: str) -> str:
    """Return the sentence of a kind of notice."""
    return str(_NOTICES[code])
