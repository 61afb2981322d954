"""Packs of cards for Blanks: who may use which, uploads, moderation."""
