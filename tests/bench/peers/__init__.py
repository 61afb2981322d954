"""Benchmarks of other servers for turn-based games."""
