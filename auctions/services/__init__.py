"""The only writers of auctions. Each service is one transaction; pages hear of it after commit."""
