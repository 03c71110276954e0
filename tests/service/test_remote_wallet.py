"""A wallet elsewhere: asked with no transaction open, and again after anything that happens."""

from pathlib import Path
from time import monotonic

import pytest
from sqlalchemy import text

from app.proof.judge import judge
from app.service.history import round_view
from app.service.interrupted import void
from app.service.playing import freeze
from app.service.proofs import proof
from app.service.refusals import InsufficientFunds, RequestInProgress, SecretLost, WalletUnavailable
from app.service.resuming import resume, resume_all
from app.service.sweeping import keep_sweeping
from app.store.engine import reading, writing
from app.store.entries import check_books
from app.store.forms import Diverged
from app.store.ids import RoundId
from app.store.statuses import TransferState
from tests.service.desk import ROUNDS_MAX, Desk, Guest, count, eventually, sit, tamper
from tests.service.far_wallet import BALANCE, FarWallet

SLOW_SECONDS = 5  # of this machine, beside what is promised


@pytest.fixture
def wallet() -> FarWallet:
    return FarWallet()


@pytest.fixture
def far_guest(desk: Desk, wallet: FarWallet) -> Guest:
    return sit(desk.open(wallet=wallet))


def test_a_confirmed_stake_is_dealt_and_answered(far_guest: Guest, wallet: FarWallet) -> None:
    answer = far_guest.bet(1000)
    assert answer.view.status in ("in_play", "settled")
    assert not answer.replayed
    # A hand that is a pontoon at once is also paid at once.
    assert set(wallet.moved.values()) == {TransferState.CONFIRMED}
    assert count(far_guest.house, "transfers", "kind = 'debit' AND state = 'confirmed'") == 1


def test_no_transaction_is_open_while_the_wallet_is_asked(
    far_guest: Guest, wallet: FarWallet
) -> None:
    seated: list[Guest] = []
    wallet.while_asked = lambda: seated.append(sit(far_guest.house))  # which takes the write lock
    assert far_guest.bet(1000).view.stake == 1000
    assert seated


def test_a_bet_whose_wallet_does_not_answer_waits_and_is_dealt_by_resume(
    far_guest: Guest, wallet: FarWallet
) -> None:
    announced, seed = far_guest.announced(), far_guest.seed()
    wallet.answer_lost = True
    for refusal in (WalletUnavailable, RequestInProgress):  # then a repeat under the same key
        with pytest.raises(refusal):
            far_guest.bet(1000, round_id=announced.round_id, client_seed=seed, key="one")
    waiting = far_guest.session().round
    assert waiting is not None
    assert (waiting.status, waiting.hands, waiting.version) == ("awaiting_stake", (), 1)
    wallet.answer_lost = False
    assert resume_all(far_guest.house) == 1
    assert resume_all(far_guest.house) == 0
    answer = far_guest.bet(1000, round_id=announced.round_id, client_seed=seed, key="one")
    assert answer.replayed
    assert answer.view.hands
    assert len(wallet.moved) == count(far_guest.house, "transfers")


def test_a_refused_stake_makes_the_round_void_with_its_client_seed_and_stake(
    far_guest: Guest, wallet: FarWallet
) -> None:
    announced, seed = far_guest.announced(), far_guest.seed()
    wallet.refuses = True
    view = far_guest.bet(1000, round_id=announced.round_id, client_seed=seed).view
    assert (view.status, view.hands, view.staked) == ("void", (), 0)
    document = proof(far_guest.house, far_guest.player, RoundId(announced.round_id))
    assert (document.client_seed, document.stake) == (seed, 1000)
    assert document.opened_at is not None
    assert judge(document).verdict == "confirmed"
    assert view.next_round == far_guest.announced()
    assert far_guest.announced().number == announced.number + 1
    assert far_guest.announced().shoe_before == announced.shoe_before


def test_a_buy_waits_for_its_stake_and_no_other_action_passes_it(
    far_guest: Guest, wallet: FarWallet
) -> None:
    played = far_guest.open_round(lambda r: "buy" in r.legal_actions)
    wallet.reachable = False
    with pytest.raises(WalletUnavailable):
        far_guest.act(played, "buy", "buying")
    with pytest.raises(RequestInProgress):
        far_guest.act(played, "twist")
    wallet.reachable = True
    resume(far_guest.house, played.round_id)
    bought = far_guest.act(played, "buy", "buying")
    assert bought.replayed
    assert (bought.view.version, bought.view.staked) == (2, 2000)


def test_a_refused_buy_is_not_taken_and_may_be_asked_for_again(
    far_guest: Guest, wallet: FarWallet
) -> None:
    played = far_guest.open_round(lambda r: "buy" in r.legal_actions)
    wallet.refuses = True
    for key in ("buying", "buying"):  # what was refused is judged anew
        with pytest.raises(InsufficientFunds, match=f"1000 .* balance is {BALANCE}"):
            far_guest.act(played, "buy", key)
    assert round_view(far_guest.house, far_guest.player, played.round_id).version == 1
    wallet.refuses = False
    bought = far_guest.act(played, "buy", "buying")
    assert (bought.view.version, bought.view.staked, bought.replayed) == (2, 2000, False)
    assert far_guest.finish(bought.view).status == "settled"
    assert count(far_guest.house, "transfers", "state = 'refused'") == 2


def test_resuming_twice_does_nothing_twice(far_guest: Guest, wallet: FarWallet) -> None:
    wallet.answer_lost = True
    announced = far_guest.announced()
    with pytest.raises(WalletUnavailable):
        far_guest.bet(1000, round_id=announced.round_id)
    wallet.answer_lost = False
    resume(far_guest.house, RoundId(announced.round_id))
    resume(far_guest.house, RoundId(announced.round_id))
    assert count(far_guest.house, "steps") == 1
    assert count(far_guest.house, "entries", "kind = 'stake'") == 1


def test_winnings_are_asked_for_at_once(far_guest: Guest, wallet: FarWallet) -> None:
    far_guest.ended_round(lambda r: bool(r.returned))
    assert count(far_guest.house, "transfers", "kind = 'credit' AND state = 'confirmed'") == 1
    assert count(far_guest.house, "transfers", "state = 'pending'") == 0


def test_winnings_that_the_wallet_did_not_take_are_asked_for_while_the_house_serves(
    far_guest: Guest, wallet: FarWallet
) -> None:
    house = far_guest.house
    for _ in range(ROUNDS_MAX):
        played = far_guest.open_round(lambda r: "stick" in r.legal_actions)
        wallet.reachable = False
        if far_guest.finish(played).returned:
            break
        wallet.reachable = True
    assert count(house, "transfers", "kind = 'credit' AND state = 'unknown'") == 1
    wallet.reachable = True
    stop = keep_sweeping(house, every_seconds=0.05)
    assert eventually(lambda: count(house, "transfers", "state = 'unknown'") == 0)
    stop()


def test_a_wallet_is_asked_again_as_soon_as_the_player_was_told_to_ask(
    far_guest: Guest, wallet: FarWallet
) -> None:
    house = far_guest.house
    wallet.reachable = False
    with pytest.raises(WalletUnavailable) as told:
        far_guest.bet(1000)
    stop = keep_sweeping(house)
    wallet.reachable = True
    until = monotonic() + told.value.retry_after_seconds + SLOW_SECONDS
    assert eventually(lambda: count(house, "transfers", "state = 'unknown'") == 0)
    assert monotonic() < until
    stop()


def test_the_funds_are_those_of_the_wallet_whatever_the_ledger_here_holds(
    far_guest: Guest, wallet: FarWallet
) -> None:
    house = far_guest.house
    with writing(house.engine) as tx:
        tx.execute(text("UPDATE accounts SET balance = NULL WHERE kind = 'player'"))
    assert far_guest.session().balance == BALANCE
    played = far_guest.open_round(lambda r: "buy" in r.legal_actions)
    assert played.balance == BALANCE
    bought = far_guest.finish(far_guest.act(played, "buy").view)
    assert bought.staked >= 2000
    with reading(house.engine) as tx:
        assert check_books(tx) == ()


def test_a_stake_that_is_confirmed_for_a_frozen_round_is_entered_and_given_back_by_a_void(
    far_guest: Guest, wallet: FarWallet
) -> None:
    house, announced = far_guest.house, far_guest.announced()
    round_id = RoundId(announced.round_id)
    wallet.reachable = False
    with pytest.raises(WalletUnavailable):
        far_guest.bet(1000, round_id=round_id)
    freeze(house, Diverged(round_id, "the database was restored"))
    with pytest.raises(RequestInProgress):
        void(house, round_id, "too early")
    wallet.reachable = True
    assert resume_all(house) == 1
    frozen = round_view(house, far_guest.player, round_id)
    void(house, round_id, "never dealt")
    shown = round_view(house, far_guest.player, round_id)
    assert shown.version == frozen.version + 1
    assert (shown.status, shown.staked, shown.returned, shown.hands) == ("void", 1000, 1000, ())
    assert count(house, "transfers", "kind = 'credit' AND state = 'confirmed'") == 1
    document = proof(house, far_guest.player, round_id)
    assert document.reason == "never dealt"
    assert judge(document).verdict == "confirmed"
    assert far_guest.announced().number == announced.number + 1


def test_a_round_whose_seal_is_broken_is_frozen_and_voided_without_its_secret(
    sqlite_url: str, tmp_path: Path, wallet: FarWallet
) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    guest = sit(desk.open(wallet=wallet))
    house, round_id = guest.house, RoundId(guest.announced().round_id)
    wallet.reachable = False
    with pytest.raises(WalletUnavailable):
        guest.bet(1000, round_id=round_id)
    tamper(house, "UPDATE rounds SET sealed_secret = x'00' WHERE status = 'awaiting_stake'")
    wallet.reachable = True
    resume_all(house)
    assert round_view(house, guest.player, round_id).status == "frozen"
    void(house, round_id, "its seal is broken")
    assert round_view(house, guest.player, round_id).returned == 1000
    with pytest.raises(SecretLost, match="has lost its secret"):
        proof(house, guest.player, round_id)
    desk.close()


def test_a_refused_stake_of_a_round_whose_seal_is_broken_stops_nobody_else(
    sqlite_url: str, tmp_path: Path, wallet: FarWallet
) -> None:
    desk = Desk(sqlite_url, tmp_path / "keys")
    guest = sit(desk.open(wallet=wallet))
    house, round_id = guest.house, RoundId(guest.announced().round_id)
    other = sit(house)
    wallet.reachable = False
    for waiting in (guest, other):
        with pytest.raises(WalletUnavailable):
            waiting.bet(1000)
    tamper(house, f"UPDATE rounds SET sealed_secret = x'00' WHERE round_id = '{round_id}'")
    wallet.reachable, wallet.refuses = True, True
    assert resume_all(house) == 2
    assert round_view(house, guest.player, round_id).status == "void"
    assert other.announced().number == 2
    desk.close()
