"""Accounts and profiles: log-in, guests, names, settings, sessions."""
