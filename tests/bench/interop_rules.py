"""The figures of rules 20, to stand beside those of a run."""

from __future__ import annotations

# 20.1 and 20.3 (b): win index of each kind of bot with 2, 3, 4, 5, 6 players.
SKILL = {
    "planner": (1.94, 2.16, 2.32, 2.53, 2.98),
    "greedy": (1.02, 0.81, 0.70, 0.43, 0.28),
    "random": (0.04, 0.03, 0.01, 0.02, 0.00),
}
FIXED = {
    "planner-open": (0.83, 0.89, 1.06, 0.79, 0.69),
    "planner-rand-2": (1.06, 1.08, 1.14, 1.42, 1.42),
    "planner-rand-4": (1.02, 1.13, 1.08, 1.42, 1.36),
    "planner-rand-7": (1.11, 1.20, 1.07, 0.91, 0.87),
    "planner-closed": (0.95, 0.71, 0.91, 0.57, 0.68),
    "planner-closed-rand": (1.00, 0.91, 0.88, 0.84, 0.87),
    "planner-rand-open": (1.03, 1.02, 0.83, 0.91, 1.05),
}

# 20.2, all planners: least and most over the numbers of players, by rounds.
MONEY = {6: (85, 101), 8: (204, 239), 10: (401, 462)}
DECISIONS = {6: (37, 40), 8: (49, 54), 10: (61, 67)}
SHARED = {6: (0.18, 0.25), 8: (0.30, 0.36), 10: (0.38, 0.43)}

# 20.3 (a): index of the deployer with 2, 3, 4, 5, 6 players, 8 rounds.
LICENCES = {
    "open": (1.01, 1.06, 1.06, 1.05, 1.08),
    "rand": (1.06, 1.12, 1.15, 1.16, 1.24),
    "closed": (1.03, 1.04, 0.99, 1.02, 1.03),
}
KITS = {
    "smtp": (0.94, 1.05),
    "irc": (0.96, 1.14),
    "http": (0.93, 1.02),
    "ftp": (1.05, 1.18),
    "nntp": (0.84, 1.05),
    "h323": (1.02, 1.16),
    "rtmp": (0.77, 1.06),
}
