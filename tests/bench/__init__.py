"""Benchmarks: the cost and latency of actions, with baselines from the same run."""
