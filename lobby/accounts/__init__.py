"""Accounts: log-in, guests, names, sessions, second factors and API tokens."""
