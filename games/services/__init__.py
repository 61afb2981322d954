"""The only writers of matches. Each service is one transaction; pages hear of it after commit."""
