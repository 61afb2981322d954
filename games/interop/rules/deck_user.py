"""The User deck: the demand of early, middle and late users (rules 2, 8)."""

from __future__ import annotations

from games.interop.rules.cards import Demand, Era, UserCard


def _card(id: str, era: Era, name: str, *lines: str) -> UserCard:
    return UserCard(id=id, name=name, era=era, lines=tuple(_line(line) for line in lines))


def _line(text: str) -> Demand:
    """Parse a line such as "voice+email 5" into its user features and its users."""
    wants, _, users = text.rpartition(" ")
    return Demand(wants=tuple(wants.split("+")), users=int(users))


USER_CARDS = (
    _card("e1", "early", "Campus Labs", "email 4", "files 2", "chat 4"),
    _card("e2", "early", "Hobbyists", "chat 4", "files 2", "social 3"),
    _card("e3", "early", "Newsrooms", "email 4", "web 2", "social 3"),
    _card("e4", "early", "Small Offices", "email 4", "web 2", "voice 2"),
    _card("e5", "early", "Night Owls", "chat 4", "social 3", "video 1"),
    _card("e6", "early", "Librarians", "web 2", "files 2", "email 4"),
    _card("e7", "early", "Radio Fans", "voice 2", "social 3", "chat 4"),
    _card("e8", "early", "Film Clubs", "video 1", "files 2", "social 3"),
    _card("e9", "early", "Collectors", "video 1", "social 3", "web 2"),
    _card("e10", "early", "Ham Operators", "voice 2", "video 1", "email 4"),
    _card("m1", "middle", "Travellers", "email 4", "voice 3", "web 3", "voice+email 5"),
    _card("m2", "middle", "Students", "chat 4", "files 2", "video 2", "chat+files 5"),
    _card("m3", "middle", "Shops", "web 3", "email 4", "social 4"),
    _card("m4", "middle", "Families", "voice 3", "video 2", "chat 4", "voice+video 4"),
    _card("m5", "middle", "Musicians", "files 2", "social 4", "video 2", "video+files 3"),
    _card("m6", "middle", "Gamers", "chat 4", "voice 3", "social 4", "chat+voice 5"),
    _card("m7", "middle", "Photographers", "files 2", "web 3", "social 4", "social+web 5"),
    _card("m8", "middle", "Remote Workers", "email 4", "files 2", "video 2", "email+files 5"),
    _card("m9", "middle", "Clubs", "web 3", "chat 4", "email 4", "web+email 5"),
    _card("m10", "middle", "Tinkerers", "files 2", "social 4", "email 4"),
    _card("l1", "late", "Commuters", "social 5", "chat 5", "video 3", "social+chat 6"),
    _card("l2", "late", "Schools", "web 4", "files 3", "video 3", "video+files 4"),
    _card("l3", "late", "Call Centres", "voice 4", "email 5", "chat 5", "chat+voice 6"),
    _card("l4", "late", "Fan Crowds", "video 3", "social 5", "web 4", "social+video 6"),
    _card("l5", "late", "Clinics", "voice 4", "email 5", "video 3", "voice+email 6"),
    _card("l6", "late", "City Halls", "web 4", "email 5", "social 5", "web+email 6"),
    _card("l7", "late", "Studios", "files 3", "video 3", "voice 4", "voice+video 5"),
    _card("l8", "late", "Start-ups", "chat 5", "files 3", "web 4", "chat+files 6"),
    _card("l9", "late", "Festivals", "social 5", "voice 4", "chat 5", "social+chat 6"),
    _card("l10", "late", "Archives", "files 3", "email 5", "social 5", "email+files 6"),
)
