"""The application: game, proof, ledger, store, wallet, service, api, web, and what wires them.

`factory` builds a house from `settings`; `cli` lists the commands that stand in `commands`. Nothing
is imported here.
"""
