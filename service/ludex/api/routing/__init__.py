"""How requests become routes: addresses, parameters, bodies, responses, and the OpenAPI document."""
