"""Bots for Merchant Kings: the formula of rules 15, and stronger ones."""
