"""Measurements: what an action costs and how fast it is seen, beside baselines of the same run."""
