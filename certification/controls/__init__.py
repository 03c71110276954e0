"""Negative controls: dealers with one known fault each, which the certification must reject.

They stand behind the same protocol as the production generator and are judged by the same command.
`catalogue` lists them with the test that must catch each; `power` measures how often it does.
"""
