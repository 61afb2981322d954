"""The page of a match, drawn for one viewer, live."""
