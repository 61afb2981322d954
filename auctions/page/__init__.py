"""The pages of Venice: a week as one viewer may see it.

`page`: its live parts. `viewing`: who looks on. `views`: commands by POST. What others may see is
drawn from `selectors.public` and its like, once for all; what only the owner may see from
`selectors.own`, for that owner alone, and never under a key that another viewer reads (rules 11).
"""
