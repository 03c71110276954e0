"""Everything at once: fifty threads, one seat, and no penny lost or doubled."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from app.service.refusals import (
    AnnouncementChanged,
    InsufficientFunds,
    Refusal,
    RoundOpen,
    StaleVersion,
)
from app.service.requests import Answer
from tests.service.desk import Desk, Guest, books_balance, count, leave_pence, sit

AT_ONCE = 50


def test_fifty_identical_bets_under_one_key_get_fifty_equal_answers_and_one_debit(
    guest: Guest,
) -> None:
    announced, seed = guest.announced(), guest.seed()
    answers = _answers(
        lambda _: guest.bet(1000, round_id=announced.round_id, client_seed=seed, key="one")
    )
    assert len({answer.body for answer in answers}) == 1
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * (AT_ONCE - 1)
    assert count(guest.house, "transfers", "kind = 'debit'") == 1
    assert books_balance(guest.house)


def test_fifty_keys_and_fifty_client_seeds_open_one_round(guest: Guest) -> None:
    announced = guest.announced().round_id
    seeds = [guest.seed() for _ in range(AT_ONCE)]
    done = _at_once(lambda i: guest.bet(1000, round_id=announced, client_seed=seeds[i], key=f"{i}"))
    kinds = Counter(type(one) for one in done)
    assert kinds[Answer] == 1
    opened = next(one for one in done if isinstance(one, Answer)).view
    # Where the deal itself ended the round, none is open and the others hear of the next number.
    others = RoundOpen if opened.status == "in_play" else AnnouncementChanged
    assert kinds[others] == AT_ONCE - 1
    assert count(guest.house, "transfers", "kind = 'debit'") == 1
    assert books_balance(guest.house)


def test_fifty_keys_and_one_client_seed_get_fifty_answers_that_name_one_round(
    guest: Guest,
) -> None:
    announced, seed = guest.announced(), guest.seed()
    answers = _answers(
        lambda i: guest.bet(1000, round_id=announced.round_id, client_seed=seed, key=f"{i}")
    )
    assert {answer.view.round_id for answer in answers} == {announced.round_id}
    assert count(guest.house, "transfers", "kind = 'debit'") == 1
    assert count(guest.house, "idempotency") == 1


def test_fifty_actions_on_one_version_take_one_step(guest: Guest) -> None:
    played = guest.open_round(lambda r: "twist" in r.legal_actions)
    steps = count(guest.house, "steps")
    done = _at_once(lambda i: guest.act(played, "twist", key=f"act-{i}"))
    kinds = Counter(type(one) for one in done)
    assert (kinds[Answer], kinds[StaleVersion]) == (1, AT_ONCE - 1)
    assert count(guest.house, "steps") == steps + 1


def test_the_balance_is_never_negative_whatever_two_processes_take_at_once(desk: Desk) -> None:
    guest = sit(desk.open())
    played = guest.open_round(lambda r: "buy" in r.legal_actions, stake=1000)
    leave_pence(guest, 1500)
    other = Guest(desk.open(), guest.player, guest.token)
    done = _at_once(lambda i: (guest, other)[i % 2].act(played, "buy", key=f"buy-{i}"))
    assert sum(isinstance(one, Answer) for one in done) == 1
    assert all(isinstance(one, Answer | StaleVersion | InsufficientFunds) for one in done)
    assert guest.session().balance >= 0
    assert books_balance(guest.house)


def test_seats_do_not_wait_for_each_other_for_ever(desk: Desk) -> None:
    house = desk.open()
    guests = [sit(house) for _ in range(8)]

    def play(index: int) -> list[int]:
        return [guests[index].finish(guests[index].bet(200).view).number for _ in range(3)]

    with ThreadPoolExecutor(len(guests)) as pool:
        numbers = list(pool.map(play, range(len(guests))))
    assert numbers == [[1, 2, 3]] * len(guests)
    assert books_balance(house)


def _answers(call: Callable[[int], Answer]) -> list[Answer]:
    done = _at_once(call)
    assert [one for one in done if isinstance(one, Refusal)] == []
    return [one for one in done if isinstance(one, Answer)]


def _at_once(call: Callable[[int], Answer]) -> list[Answer | Refusal]:
    start = Barrier(AT_ONCE)

    def one(index: int) -> Answer | Refusal:
        start.wait()
        try:
            return call(index)
        except Refusal as refused:
            return refused

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, range(AT_ONCE)))
