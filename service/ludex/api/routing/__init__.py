"""Routes that are created from declared requests, and the OpenAPI document that describes them."""
