"""The rules of Venice.

They import only the standard library, msgspec and `games.engine`.
"""
