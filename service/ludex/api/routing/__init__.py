"""Routes that are created from declared requests, with parameters, bodies and responses, and the OpenAPI document."""
