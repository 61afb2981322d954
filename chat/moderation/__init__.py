"""Moderators: their permissions, acts, and the reports they look at."""
