"""Counts: balanced entries in whole pence. Pure: where they are kept is in `app.store`."""
