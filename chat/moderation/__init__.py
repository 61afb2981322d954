"""Moderation: permissions of moderators, their acts, reports and appeals."""
