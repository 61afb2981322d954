"""Tables in the lobby: lists, forms, making and joining them."""
