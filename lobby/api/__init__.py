"""The API's doors to people and tables, and the tokens that open it."""
