"""How the table looks in a terminal: cards, totals, money and words. It decides nothing."""

from functools import partial
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from config.words import money, units

Facts = dict[str, Any]

SUITS = {"C": ("♣", "bold"), "D": ("♦", "bold red"), "H": ("♥", "bold red"), "S": ("♠", "bold")}
ENDS = {
    "win": "wins",
    "lose": "loses",
    "bust": "is bust",
    "pontoon": "has pontoon",
    "five_card_trick": "has a five-card trick",
    "void": "is void",
}
DEALER_ENDS = {
    "not_played": "does not draw",
    "stuck": "sticks",
    "bust": "is bust",
    "pontoon": "has pontoon",
    "five_card_trick": "has a five-card trick",
}


def welcome(console: Console, table: Facts, session: Facts) -> None:
    """What a newcomer needs to know, and the balance."""
    show_keys(console, table)
    console.print(f"Play money: {money(session['balance'], session['currency'])}.")


def show_keys(console: Console, table: Facts) -> None:
    """What may be typed."""
    keys = {action: key for key, action in table["keys"].items()}
    lines = Table.grid(padding=(0, 2))
    for action, text in (
        ("deal-or-stick", "deal, or stick"),
        ("twist", "twist: one more card"),
        ("buy", "buy: double the stake of the hand and take a card"),
        ("split", "split two cards of the same rank"),
        ("repeat-bet", "repeat the last bet"),
    ):
        lines.add_row(Text(keys.get(action, ""), style="bold"), text)
    lines.add_row(Text("5", style="bold"), f"a number is a stake in {units(table['currency'])}")
    lines.add_row(Text("p", style="bold"), "save the proof of the last round")
    lines.add_row(Text("q", style="bold"), "leave, between rounds")
    lines.add_row(Text("?", style="bold"), "show this again")
    lines.add_row("", "In a hand a key is enough; between rounds Enter follows.")
    console.print(Panel(lines, title=f"Pontoon · {table['rules']['id']}", expand=False))


def announcement(console: Console, coming: Facts) -> None:
    """The promise of the coming round, before the bet."""
    console.print(
        f"\n[bold]Round {coming['number']}[/bold] is announced. Its commitment:\n"
        f"{coming['commitment']}",
        soft_wrap=True,
    )


def hands(console: Console, state: Facts, currency: str) -> None:
    """The dealer's hand and the player's, as they lie."""
    shown = [Panel(_dealer(state["dealer"]), title="Dealer")]
    for index, hand in enumerate(state["hands"]):
        active = index == state["active_hand"]
        title = "You" if len(state["hands"]) == 1 else f"Hand {index + 1}"
        style = "bold green" if active else "none"
        shown.append(Panel(_hand(hand, currency), title=title, border_style=style))
    console.print(Columns(shown))


def result(console: Console, state: Facts, currency: str) -> None:
    """How the round ended."""
    said = partial(money, currency=currency)
    _dealers_turn(console, state["dealer"])
    several = len(state["hands"]) > 1
    for index, hand in enumerate(state["hands"]):
        name = f"Hand {index + 1}" if several else "Your hand"
        back = f": {said(hand['returned'])} back for {said(hand['stake'])}" if several else ""
        console.print(f"{name} {ENDS[hand['outcome']]}{back}.")
    net = state["net"]
    word = f"won {said(net)}" if net > 0 else f"lost {said(-net)}" if net else "broke even"
    style = "green" if net > 0 else "red" if net else "none"
    console.print(f"You {word}. Balance: {said(state['balance'])}.", style=style)


def _dealers_turn(console: Console, dealer: Facts) -> None:
    """Card by card: what lay face down, then each that was drawn."""
    if not dealer["result"]:
        return
    turned, drawn = dealer["cards"][:2], dealer["cards"][2:]
    console.print("The dealer turns over", cards(turned))
    for name in drawn:
        console.print("The dealer draws", cards([name]))
    console.print(f"The dealer {DEALER_ENDS[dealer['result']]} ({dealer['total']}).")


def refusal(console: Console, problem: Facts, currency: str) -> None:
    """Why the table said no, with amounts as they are typed here."""
    said = partial(money, currency=currency)
    match str(problem.get("type", "")).rpartition("/")[2]:
        case "stake-above-limit":
            text = f"At most {said(problem['limit'])} may be staked."
        case "insufficient-funds":
            needed, balance = said(problem["needed"]), said(problem["balance"])
            text = f"That takes {needed}, and you have {balance}."
        case _:
            text = str(problem.get("detail", "The table refuses."))
    console.print(text, style="yellow")


def choices(state: Facts, keys: dict[str, str]) -> str:
    """The legal actions with their keys, for the prompt."""
    named = {"twist": "twist", "stick": "deal-or-stick", "buy": "buy", "split": "split"}
    parts = [f"{action} [{keys[named[action]]}]" for action in state["legal_actions"]]
    return "  ".join(parts)


def why_not(console: Console, state: Facts, action: str) -> None:
    """Why an action is barred."""
    bar = state["barred"].get(action)
    console.print(
        bar["text"] if bar else "That does nothing here (? shows the keys).", style="yellow"
    )


def _hand(hand: Facts, currency: str) -> Text:
    text = cards(hand["cards"])
    soft = "soft " if hand["soft"] else ""
    text.append(f"\n{soft}{hand['total']} · {money(hand['stake'], currency)}", style="none")
    if hand["state"] not in {"active", "waiting"}:
        text.append(f"\n{hand['state'].replace('_', ' ')}", style="italic")
    return text


def _dealer(dealer: Facts) -> Text:
    text = cards(dealer["cards"])
    total = "face down" if dealer["total"] is None else str(dealer["total"])
    text.append(f"\n{total}", style="none")
    return text


def cards(names: list[str]) -> Text:
    """Cards as they look: 10♦, and ▒▒ face down."""
    text = Text()
    for name in names:
        if name == "??":
            text.append("▒▒ ", style="blue")
            continue
        suit, style = SUITS[name[1]]
        text.append(f"{'10' if name[0] == 'T' else name[0]}{suit} ", style=style)
    return text
