"""HTTP: blueprints, request and answer models, and one table of problems.

What is asked is decided in `app.service`; here it is only spoken.
"""
