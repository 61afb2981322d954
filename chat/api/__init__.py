"""The basis of all endpoints of the API: authentication, rate limits and errors."""
