"""Reading auctions. Each module says whose eyes it is for.

`frame`: what never changes in a week. `public`, `players`, `results`, `prices`: what everybody may
know now. `worth`: what holdings would bring. `ledger`: winning bids, and all bids once the rules
open them. `own`: what only the owner of a seat may know. `records`: everything, at the end.
`fates` is for callers who may read the bids. `calendar_feed` and `notification_preferences` are
about a person, not a match.
"""
