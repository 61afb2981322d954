"""Bots: from a view, the choices in it, and randomness of their own. They keep nothing in mind."""
