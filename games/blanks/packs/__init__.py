"""Packs of cards for Blanks: permissions, uploads and moderation."""
