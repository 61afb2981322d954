"""Template tags of Venice."""
