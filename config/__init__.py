"""The house: rules files, table settings, published figures and schemas, with their loader.

Here are data (TOML and JSON, shipped in the wheel) and the code that checks it. Deliberately not
here: how a rule is played (``app.game``), chance (``rng``) and secrets of any kind. This package
imports nothing of ours and only the standard library.
"""
