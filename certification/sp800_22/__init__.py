"""SP 800-22 Rev. 1a: all fifteen statistical tests of NIST on bits of any generator.

`battery` runs them on one stream, `second_level` judges many streams, `streams` reads files, and
`errata` names where the standard or its C program is wrong and what is done here. Cards, shoes and
verdicts over several tests are not here.
"""
