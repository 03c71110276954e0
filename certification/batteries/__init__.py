"""Other people's programs on the generator's bytes: Debian's dieharder and ent.

They are a family of their own: their laws are their authors', and partly approximate, so they do
not share the level of our tests. PractRand and TestU01 are not run here: `pontoon rng stream` feeds
them.
"""
