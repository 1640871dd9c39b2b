"""The `ludex` command, for the service, the administration of catalogues, and all API requests without bounds."""
