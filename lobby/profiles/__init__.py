"""Profiles: friends, history, leaderboards, settings of notices, own data."""
