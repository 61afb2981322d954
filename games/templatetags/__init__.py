"""Template filters of games."""
