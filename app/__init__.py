"""The application: game, proof, ledger, store, wallet, service, api, web; imports nothing here."""
