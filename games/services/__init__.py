"""The only code that writes matches.

Each service is one transaction; open pages are notified after its commit.
"""
