"""The rules of Venice, pure: the standard library, msgspec and the engines' own kit."""
