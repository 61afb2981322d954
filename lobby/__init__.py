"""People and the lobby: accounts, guests, profiles, and lists of tables."""
