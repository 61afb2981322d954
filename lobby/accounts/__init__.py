"""Accounts: log-in, guests, names, sessions, second factors, tokens."""
