"""The rules: pure functions over immutable values.

Nothing in this package imports Django, reads a clock, draws a random number or touches a file.
Randomness is passed in (`base.Chance`), and time is only a number of seconds in a `base.Decision`.
"""
