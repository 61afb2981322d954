"""The page of a match, rendered for one viewer and updated live."""
