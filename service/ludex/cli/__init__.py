"""The `ludex` command: the service, catalogue administration, and every request of the API without its bounds."""
