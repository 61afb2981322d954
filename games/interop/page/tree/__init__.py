"""A deployment drawn as the layered tree it is (rules 7): where things lie, and the SVG of it."""
