"""Topics that open pages of games subscribe to."""

from chat.live.channel_listener import elsewhere

LOBBY = "lobby"


def of_match(public_id: str) -> str:
    """Return the topic of what concerns everybody at a table.

    It covers seats, options, the start and the end.
    """
    return f"match.{public_id}"


def of_seat(public_id: str, seat: int | None) -> str:
    """Return the topic of what one seat may see; None stands for spectators."""
    return f"match.{public_id}.{'w' if seat is None else seat}"


def of_person(user_id: int) -> str:
    """Return the topic of the matches that wait for this person."""
    return f"user.{user_id}.matches"


def of_person_elsewhere(user_id: int, public_id: str) -> str:
    """Return the topic of the matches that wait, without the page of this match."""
    # The match's own page shows by itself that the match waits.
    return elsewhere(of_person(user_id), of_match(public_id))


def rooms_of(public_id: str) -> tuple[str, str]:
    """Return the keys of a table's chat rooms: of its players, and of spectators."""
    return f"table-{public_id}", f"watch-{public_id}"
