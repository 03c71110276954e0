"""A wallet elsewhere: asked with no transaction open, and asked again after anything that happens.

The wallet here is a small one of its own, outside of the database, that fails when it is told to.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from sqlalchemy import Connection

from app.proof.judge import judge
from app.service.history import round_view
from app.service.proofs import proof
from app.service.refusals import RequestInProgress
from app.service.resuming import resume, resume_all
from app.store.rows import TransferRow
from app.wallet.wallet import TransferState, WalletUnreachable
from tests.service.desk import Desk, Guest, count, sit


@dataclass
class FarWallet:
    """Remembers each transfer by its id, so that a repeat has no second effect."""

    moved: dict[str, TransferState] = field(default_factory=dict)
    reachable: bool = True
    answer_lost: bool = False
    refuses: bool = False
    while_asked: Callable[[], None] = lambda: None

    def move(self, tx: Connection, transfer: TransferRow) -> TransferState:
        return TransferState.PENDING

    def ask(self, transfer: TransferRow) -> TransferState:
        self.while_asked()
        if not self.reachable:
            raise WalletUnreachable("no route")
        state = TransferState.REFUSED if self.refuses else TransferState.CONFIRMED
        answer = self.moved.setdefault(transfer.transfer_id, state)
        if self.answer_lost:
            raise WalletUnreachable("the answer was lost")
        return answer


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
    assert list(wallet.moved.values()) == [TransferState.CONFIRMED]


def test_no_transaction_is_open_while_the_wallet_is_asked(
    far_guest: Guest, wallet: FarWallet
) -> None:
    seen: list[int] = []
    wallet.while_asked = lambda: seen.append(count(far_guest.house, "transfers"))
    other = sit(far_guest.house)
    wallet.while_asked = lambda: seen.append(len(sit(far_guest.house).token))
    assert other.bet(1000).view.stake == 1000
    assert seen


def test_a_bet_whose_wallet_does_not_answer_waits_and_is_dealt_by_resume(
    far_guest: Guest, wallet: FarWallet
) -> None:
    announced, seed = far_guest.announced(), far_guest.seed()
    wallet.answer_lost = True
    for _ in range(2):  # the second is a repeat under the same key
        with pytest.raises(RequestInProgress):
            far_guest.bet(1000, round_id=announced.round_id, client_seed=seed, key="one")
    waiting = far_guest.session().round
    assert waiting is not None
    assert (waiting.status, waiting.hands, waiting.version) == ("awaiting_stake", (), 1)
    wallet.answer_lost = False
    assert resume_all(far_guest.house) == 1
    assert resume_all(far_guest.house) == 0 or far_guest.session().round is None
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
    document = proof(far_guest.house, far_guest.player, announced.round_id)
    assert (document.client_seed, document.stake) == (seed, 1000)
    assert document.opened_at is not None
    assert judge(document).verdict == "confirmed"
    assert far_guest.announced().number == announced.number + 1
    assert far_guest.announced().shoe_before == announced.shoe_before


def test_a_buy_waits_for_its_stake_and_no_other_action_passes_it(
    far_guest: Guest, wallet: FarWallet
) -> None:
    played = far_guest.open_round(lambda r: "buy" in r.legal_actions)
    wallet.reachable = False
    with pytest.raises(RequestInProgress):
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
    with pytest.raises(RequestInProgress):
        far_guest.act(played, "buy", "buying")
    assert round_view(far_guest.house, far_guest.player, played.round_id).version == 1
    wallet.refuses = False
    assert far_guest.finish(played).status == "settled"


def test_resuming_twice_does_nothing_twice(far_guest: Guest, wallet: FarWallet) -> None:
    wallet.answer_lost = True
    announced = far_guest.announced()
    with pytest.raises(RequestInProgress):
        far_guest.bet(1000, round_id=announced.round_id)
    wallet.answer_lost = False
    resume(far_guest.house, announced.round_id)
    resume(far_guest.house, announced.round_id)
    assert count(far_guest.house, "steps") == 1
    assert count(far_guest.house, "entries", "kind = 'stake'") == 1
