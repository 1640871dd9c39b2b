"""What a user can ask for of SET: one module a subject, one function a request."""
