"""Blanks: prompts, hidden hands, votes. The rules of one match, pure."""
