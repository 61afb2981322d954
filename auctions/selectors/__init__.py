"""Reading auctions. Each module says whose eyes it is for.

`frame`: what never changes in a week. `public`: what everybody may know now. `own`: what only the
owner of a seat may know. `ledger`: all bids, once the rules have opened them.
"""
