"""The rules: pure functions over frozen values.

Nothing below this package imports Django, reads a clock, draws a random number or touches a file:
chance is handed in (`base.Chance`), time is only ever a number of seconds in a `base.Decision`.
"""
