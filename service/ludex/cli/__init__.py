"""The `ludex` command, which runs the service, administers catalogues, and runs API requests without bounds."""
