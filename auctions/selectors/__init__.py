"""Reading auctions. Each module says whose eyes it is for.

`week_setup`: what never changes in a week. `public_week`, `players`, `results`, `prices`: what
everybody may know now. `ledger`: winning bids, and all bids once the rules open them. `own_seat`:
what only the owner of a seat may know. `record`: everything, at the end. `fates` is for callers who
may read the bids. `calendar` is about a person, not a match.
"""
