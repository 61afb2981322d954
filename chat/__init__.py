"""What every page of the house has: live parts, people, messages. It knows no game."""
