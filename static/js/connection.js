// connection
