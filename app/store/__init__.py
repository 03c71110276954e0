"""Remembers: SQLAlchemy Core over SQLite or PostgreSQL, one module for each subject.

Functions take `tx`, an open transaction; none of them begins or ends one. Facts are rows that are
added; what may never change is guarded by triggers of the database itself.
"""
