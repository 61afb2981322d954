"""Policies for Merchant Kings: the formula of the rules, and the house's own (rules 15)."""
