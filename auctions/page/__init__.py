"""The pages of Venice: a week as one viewer may see it.

`match_page`: its fragments. `viewer`: whose eyes they are for. What others may see is rendered
from `selectors.public_week` and its like, once for all; what only the owner may see from
`selectors.own_seat`, for that owner alone, and never under a key that another viewer reads
(rules 11).
"""
