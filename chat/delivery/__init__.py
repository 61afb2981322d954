"""Notices that leave the site: by e-mail, and as push messages to browsers."""
