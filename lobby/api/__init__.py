"""API endpoints for people and tables, and the page of API tokens."""
