"""The pages of Venice: a week as one viewer may see it.

`match_page` holds the fragments, and `viewer` the viewer they are rendered for. Public fragments
come from `selectors.public_week` and its like and are rendered once for all viewers. Private ones
come from `selectors.own_seat`, are rendered for the owner alone, and are never cached under a key
that another viewer reads (rules 11).
"""
