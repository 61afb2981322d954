"""Delivery of notices beyond the site: by e-mail and as push messages."""
