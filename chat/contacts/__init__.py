"""Contacts, which every page needs: friends, blocks and notices."""
