"""Services: the only code that writes auctions.

Each service runs in one transaction. Pages are notified after the commit.
"""
