"""The basis of every page: live fragments, people and messages. It knows no game."""
