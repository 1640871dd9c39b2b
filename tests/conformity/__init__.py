"""What `scripts/conformity` tries: requests made from the OpenAPI document, and generated inputs of every parser."""
