"""Queries on auctions, one module for each audience.

- `week_setup`: what never changes in a week.
- `public_week`, `players`, `results`, `prices`, `marks`: what everybody may know now.
- `ledger`: the winning bids, and all bids once the rules make them public.
- `own_seat`: what only the owner of a seat may know.
- `numbers`: what a player may know of all bids after the end.
- `record`: everything, after the end.
- `fates`: for callers that have checked that the bids may be read.
- `calendar`: a user's matches rather than one match.
"""
