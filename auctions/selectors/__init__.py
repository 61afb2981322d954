"""Reading auctions. Each module says whose eyes it is for.

`frame`: what never changes in a week. `public`, `people`, `results`, `prices`: what everybody may
know now. `worth`: what holdings would bring. `opened`: winning bids, and all bids once the rules
open them. `own`: what only the owner of a seat may know. `records`: everything, at the end.
"""
