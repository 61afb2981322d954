"""Bots for Interop.

They use a view, its choices and their own randomness, and have no memory.
"""
