"""Between the server, which is asynchronous, and the application, which runs in threads."""
