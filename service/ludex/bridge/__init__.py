"""Between the server, which is asynchronous, and the application, which runs in threads: no slow client holds a thread."""
