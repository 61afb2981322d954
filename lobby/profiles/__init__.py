"""Profiles: friends, history, leaderboards, notices and personal data."""
