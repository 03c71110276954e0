"""The API as a client meets it: the real application, the real service, a real database."""
