"""The rules of Blanks as pure functions: prompts, hidden hands and votes."""
