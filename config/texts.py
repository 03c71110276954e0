"""R1 to R19 as players read them, made from the fields of the rules and the table settings.

A field that changes a rule changes its text, so no page can promise what the engine does not do.
The words are here and nowhere else; how they are laid out is the page's business.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from config.rules import CARDS_IN_PACK, PontoonAfterSplit, Rules, Soft17
from config.table import Table
from config.words import NUMBER_WORDS, listed, money, odds, ordinal, steps

_SHARES = ((Fraction(1, 4), "a quarter"), (Fraction(1, 3), "a third"), (Fraction(1, 2), "half"))
# A share of the shoe is called by its word when it is this near to it.
_SHARE_NEAR = Fraction(1, 50)
_KEY_WORDS = {
    "repeat-bet": "repeat the last bet",
    "deal-or-stick": "deal or stick",
    "twist": "twist",
    "buy": "buy",
    "split": "split",
}


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule: its number, such as ``R8``, and its text."""

    number: str
    text: str


def rules_text(rules: Rules, table: Table) -> tuple[RuleText, ...]:
    """R1 to R19 in order; the table gives the currency, the chips of R17 and the keys of R19."""
    texts = (
        _r1_shoe(rules),
        _R2_VALUES,
        _r3_whole_shoe(rules),
        _R4_DEAL,
        _R5_PEEK,
        _r6_pontoon(rules),
        _r7_twist(rules),
        _r8_stick(rules),
        _r9_buy(rules),
        _r10_split(rules),
        _r11_trick(rules),
        _R12_BUST,
        _r13_dealer(rules),
        _r14_ranking(rules),
        _r15_pays(rules),
        _R16_NOT_OFFERED,
        _r17_stakes(rules, table),
        _r18_limit(rules, table),
        _r19_keys(table),
    )
    return tuple(RuleText(f"R{number}", text) for number, text in enumerate(texts, start=1))


_R2_VALUES = (
    "Two to ten count their pips, jack, queen and king ten. An ace counts 11 unless that would "
    "pass 21, else 1; a hand always has its best total, and nobody has to choose. A hand with an "
    "ace that counts 11 is called soft, any other hard."
)
_R4_DEAL = (
    "Cards are dealt to the player, the dealer, the player and the dealer. The player's cards lie "
    "face up, both of the dealer's face down."
)
_R5_PEEK = (
    "The dealer looks at both cards before the player does anything. A dealer's pontoon is turned "
    "over at once and takes every stake, a player's pontoon too; no more cards are dealt."
)
_R12_BUST = "A hand over 21 is bust and has lost, whatever the dealer does."
_R16_NOT_OFFERED = "There is no insurance and no surrender, and no card is burned."


def _r1_shoe(rules: Rules) -> str:
    packs = rules.shoe.packs
    cards = packs * CARDS_IN_PACK
    packed = "pack" if packs == 1 else "packs"
    return (
        f"The shoe holds {NUMBER_WORDS[packs]} {packed} of {CARDS_IN_PACK}: {cards} cards. "
        "Suits have no meaning in play."
    )


def _r3_whole_shoe(rules: Rules) -> str:
    again = "It is made whole again at the end of every round"
    if rules.shoe.reshuffle_after:
        card = ordinal(rules.shoe.reshuffle_after)
        again = (
            "It is made whole again at the end of the round in which "
            f"{_share(rules)} of it had been dealt (the {card} card or a later one)"
        )
    return (
        f"A seat begins with a whole shoe. {again}, never within a round, so the counts announced "
        "for the coming round are already whole. Cards dealt in a void round stay dealt. In a void "
        "round each hand gets its whole stake back, a bust hand too, and a hand that is already a "
        f"pontoon is paid {odds(rules.pays.pontoon)} all the same."
    )


def _r6_pontoon(rules: Rules) -> str:
    paid = odds(rules.pays.pontoon)
    start = "A pontoon is an ace and a ten-point card as the first two cards of a hand"
    end = f"The hand ends at once and is paid {paid}."
    if rules.player.hands_max == 1:
        return f"{start}. {end}"
    if rules.player.pontoon_after_split is PontoonAfterSplit.PONTOON:
        return f"{start}, after a split too. {end}"
    return (
        f"{start}. {end} After a split they are no pontoon but an ordinary 21 of two cards, paid "
        f"{odds(rules.pays.win)} and played like any other."
    )


def _r7_twist(rules: Rules) -> str:
    if not rules.player.twist_on_21:
        return (
            "Twist: one more card. Any hand of fewer than five cards and at most 20 may twist; a "
            "hand of 21 takes no more cards. A 21 of three or four cards does not end by itself: "
            "the player sticks."
        )
    return (
        "Twist: one more card. Any hand of fewer than five cards and at most 21 may twist, 21 "
        "itself included: a soft 21 of four cards is sure to make a five-card trick. A 21 of three "
        "or four cards does not end by itself: the player sticks."
    )


def _r8_stick(rules: Rules) -> str:
    least = rules.player.stick_min
    left = (
        "A hand that its player leaves is ended by the house: it sticks as soon as it may, twists "
        "until then, and never buys or splits."
    )
    instead = ["twist"]
    instead += ["buy"] if rules.player.buys_per_hand else []
    instead += ["split"] if rules.player.hands_max > 1 else []
    below = f"On {least - 1} or less the player must {listed(instead, 'or')}. "
    if least == 2:
        return f"Stick: no more cards, on any total. {left}"
    return f"Stick: no more cards, only on {least} or more. {below}{left}"


def _r9_buy(rules: Rules) -> str:
    if not rules.player.buys_per_hand:
        return "There is no buying: the stake of a hand is not raised once it is dealt."
    on_21 = "on 21 too" if rules.player.twist_on_21 else "but not on 21"
    return (
        f"Buy: once in each hand, on two, three or four cards, {on_21}. It adds a stake equal to "
        "the hand's own and deals one card. The hand then goes on: the player may twist, or stick "
        f"on {rules.player.stick_min} or more."
    )


def _r10_split(rules: Rules) -> str:
    hands = rules.player.hands_max
    if hands == 1:
        return "There is no splitting: a pair is played as one hand."
    again = "A hand that is again a pair may not be split again, so there are two hands at most."
    if hands > 2:
        again = (
            "A hand that is again a pair may be split again when its turn comes, to "
            f"{NUMBER_WORDS[hands]} hands at most."
        )
    return (
        "Split: two cards of the same rank (a king and a ten are not). It adds a second stake "
        "equal to the first. The second card becomes a new hand directly after the first; at once "
        "a card is dealt to the first of the two, then one to the new hand, and the first is "
        f"played out before the next. {again} {_split_aces(rules)}"
    )


def _split_aces(rules: Rules) -> str:
    pontoon = rules.player.pontoon_after_split is PontoonAfterSplit.PONTOON
    if rules.player.one_card_to_split_aces:
        then = "may be a pontoon" if pontoon else "is no pontoon"
        return f"A hand of a split ace ends with its second card, whatever its total, and {then}."
    may = ["twist", "buy"] if rules.player.buys_per_hand else ["twist"]
    if pontoon:
        return f"Aces are split like any pair: they may {listed([*may, 'make a pontoon'], 'and')}."
    return f"Aces are split like any pair: they may {listed(may, 'and')}, but make no pontoon."


def _r11_trick(rules: Rules) -> str:
    paid = f"paid {odds(rules.pays.five_card_trick)}"
    if not rules.dealer.five_card_trick:
        return (
            "A five-card trick is five cards not over 21. The hand ends at once and is "
            f"{paid}: the dealer has no five-card trick to set against it."
        )
    return (
        "A five-card trick is five cards not over 21. The hand ends at once and is "
        f"{paid}, unless the dealer makes a five-card trick too."
    )


def _r13_dealer(rules: Rules) -> str:
    total = (
        "The dealer twists on 16 or less and on soft 17, and sticks on hard 17 and on 18 or more."
        if rules.dealer.soft_17 is Soft17.TWIST
        else "The dealer twists on 16 or less and sticks on 17 or more, soft 17 included."
    )
    five = (
        "With five cards that are not bust the dealer stops and has a five-card trick."
        if rules.dealer.five_card_trick
        else "The dealer goes on past five cards until then, and has only that total."
    )
    return (
        f"{total} {five} The dealer draws only if some hand of the player is neither bust nor a "
        "pontoon; both cards are turned over in any case."
    )


def _r14_ranking(rules: Rules) -> str:
    start = "A pontoon ranks first, then a five-card trick, then the higher total."
    if not rules.dealer.five_card_trick:
        return f"{start} All ties go to the dealer. The dealer never has a five-card trick."
    return (
        f"{start} All ties go to the dealer: equal totals, and trick against trick. A dealer's "
        "five-card trick beats every hand but a pontoon."
    )


def _r15_pays(rules: Rules) -> str:
    pays = rules.pays
    special = (
        f"a pontoon and a five-card trick {odds(pays.pontoon)}"
        if pays.pontoon == pays.five_card_trick
        else f"a pontoon {odds(pays.pontoon)}, a five-card trick {odds(pays.five_card_trick)}"
    )
    bought = ", bought part included" if rules.player.buys_per_hand else ""
    return (
        f"A winning hand is paid {odds(pays.win)}, {special}, on the whole stake of the "
        f"hand{bought}."
    )


def _r17_stakes(rules: Rules, table: Table) -> str:
    stakes = rules.stakes
    said = partial(money, currency=table.currency)
    least, most = said(stakes.min_pence), said(stakes.max_pence)
    counted = steps(stakes.step_pence, table.currency)
    chips = listed([said(chip) for chip in table.chips_pence], "and")
    return (
        f"The opening stake is {least} to {most}, in {counted} (chips {chips}). It is checked in "
        f"this order: a positive whole number of pence; {counted}; raised to {least} if below, and "
        "the answer says so; then the player's own limit and balance, on the raised stake. "
        f"{_at_risk(rules, table)}"
    )


def _at_risk(rules: Rules, table: Table) -> str:
    player, pays, most = rules.player, rules.pays, rules.stakes.max_pence
    stakes_in_hand = 1 + player.buys_per_hand
    played = stakes_in_hand * max(pays.win, pays.five_card_trick)
    best = max(played, pays.pontoon)
    after_split = best if player.pontoon_after_split is PontoonAfterSplit.PONTOON else played
    won = int(most * max(best, player.hands_max * after_split))
    risk = player.hands_max * stakes_in_hand * most
    past = [
        word
        for word, may in (("buys", stakes_in_hand > 1), ("splits", player.hands_max > 1))
        if may
    ]
    said = partial(money, currency=table.currency)
    over = f"; {listed(past, 'and')} may go past it" if past else ""
    return (
        f"The maximum binds the opening stake{over}. So at most {said(risk)} is at risk in a "
        f"round, and at most {said(won)} is won."
    )


def _r18_limit(rules: Rules, table: Table) -> str:
    least = money(rules.stakes.min_pence, table.currency)
    return (
        "A player may set a table limit below the maximum. It binds the opening stakes of all "
        f"games of that player, is not below {least}, and may be changed once in each week, which "
        "begins on Friday at 00:00 EST (UTC-5 all year, that instant included). Setting it for the "
        "first time is a change; repeating the value in force is none."
    )


def _r19_keys(table: Table) -> str:
    keys = listed([f"{key} to {_KEY_WORDS[action]}" for key, action in table.keys], "and")
    return f"Keys: {keys}."


def _share(rules: Rules) -> str:
    share = Fraction(rules.shoe.reshuffle_after, rules.shoe.packs * CARDS_IN_PACK)
    for near, word in _SHARES:
        if abs(share - near) <= _SHARE_NEAR:
            return f"about {word}"
    return f"about {round(share * 100)} per cent"
