"""The titles of the house: each wraps the rules of one game for the site."""
