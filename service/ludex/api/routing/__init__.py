"""Conversion of declared requests to routes with parameters, bodies and responses, and the OpenAPI document."""
