"""The report of a certification of chance: its document, its signature, its pages.

What is tested and how it is judged is `certification.judgement`; nothing here decides a verdict.
"""
