"""Chances to win out of sums over what each seat holds: how a rollout that is cut short is judged.

`python -m tests.bench.prospects` fits the weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

Weights = Sequence[tuple[float, float]]  # what a unit adds at the end, and how much more before


def promised(
    weights: Weights, scale: float, share: float, features: Mapping[int, Sequence[float]]
) -> dict[int, float]:
    """The sum of each seat. `share`: of the match, which is still to come."""
    now = [scale * (end + more * share) for end, more in weights]
    return {seat: sum(map(float.__mul__, found, now)) for seat, found in features.items()}


def shares(promises: Mapping[int, float]) -> dict[int, float]:
    """The chance of each seat: its share of the exponentials."""
    most = max(promises.values())
    weights = {seat: exp(one - most) for seat, one in promises.items()}
    total = sum(weights.values())
    return {seat: one / total for seat, one in weights.items()}
