"""What open pages of games listen to."""

from chat.live.channel_listener import elsewhere

LOBBY = "lobby"


def of_match(public_id: str) -> str:
    """Things that concern everybody at a table: who sits, options, start, end."""
    return f"match.{public_id}"


def of_seat(public_id: str, seat: int | None) -> str:
    """What one seat may see has changed; None: what spectators may see."""
    return f"match.{public_id}.{'w' if seat is None else seat}"


def of_person(user_id: int) -> str:
    """What waits for this person."""
    return f"user.{user_id}.matches"


def of_person_elsewhere(user_id: int, public_id: str) -> str:
    """That this match does, or does not any more: its own page shows that by itself."""
    return elsewhere(of_person(user_id), of_match(public_id))


def rooms_of(public_id: str) -> tuple[str, str]:
    """The keys of a table's rooms: of its players, and of those who watch."""
    return f"table-{public_id}", f"watch-{public_id}"
