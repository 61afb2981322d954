"""Bots for Merchant Kings: the formula of the rules, and the stronger house bot (rules 15)."""
