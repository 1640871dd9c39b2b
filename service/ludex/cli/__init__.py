"""The `ludex` command, which runs the service, administers catalogues, and offers all API requests without bounds."""
