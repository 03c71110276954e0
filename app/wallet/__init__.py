"""Whose money: a `Wallet` moves what a transfer says, inside our transaction or far away."""
