"""Reading of deck files (rules 20): bytes, text, cards as they stand, clean-up, preview."""
