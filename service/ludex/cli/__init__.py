"""The `ludex` command: the service, its catalogue, and everything that the API does, without its limits."""
