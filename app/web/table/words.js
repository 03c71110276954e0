// What happened, in the table's words: results over the hands, the call, what is read out.

import { cardWords } from "./cards.js";
import { capital, listed, money } from "./elements.js";

const DOES = {
  not_played: "does not draw", stuck: "sticks", bust: "is bust", pontoon: "has a pontoon",
  five_card_trick: "has a five-card trick",
};

/** What a hand was paid, as odds: "2 to 1". */
function odds(hand) {
  let [a, b] = [hand.returned - hand.stake, hand.stake];
  while (b) [a, b] = [b, a % b];
  return `${(hand.returned - hand.stake) / a} to ${hand.stake / a}`;
}

/** The result of a settled hand: "Five-card trick pays 2 to 1: £40". */
export function handResult(hand, dealer) {
  const paid = () => money(hand.returned - hand.stake);
  switch (hand.outcome) {
    case "pontoon": return `Pontoon pays ${odds(hand)}: ${paid()}`;
    case "five_card_trick": return `Five-card trick pays ${odds(hand)}: ${paid()}`;
    case "win":
      return dealer.result === "bust" ? `Dealer bust: ${paid()}`
        : `${hand.total} beats ${dealer.total}: ${paid()}`;
    case "bust": return `Bust with ${hand.total}`;
    case "void": return `Void: ${money(hand.returned)} back`;
    default: return lostTo(hand, dealer);
  }
}

function lostTo(hand, dealer) {
  if (dealer.result === "pontoon") {
    return hand.state === "pontoon" ? "Pontoon each: dealer wins" : "Dealer’s pontoon wins";
  }
  if (dealer.result === "five_card_trick") {
    return hand.state === "five_card_trick" ? "Trick against trick: dealer wins" : "Dealer’s five-card trick wins";
  }
  return hand.total === dealer.total ? `Tie at ${hand.total}: dealer wins` : `Dealer’s ${dealer.total} beats ${hand.total}`;
}

/** `soft 17`, `17`; an ace still counting 11 can give way. */
export const totalWords = ({ total, soft }) => (soft ? `soft ${total}` : `${total}`);

/** What stands over the hand: `soft` only as long as it may still be played. */
export function shownTotal(hand) {
  if (hand.state === "pontoon") return "Pontoon";
  return ["waiting", "active"].includes(hand.state) && hand.outcome === null ? totalWords(hand) : `${hand.total}`;
}

export const dealerWords = (dealer) => `Dealer ${DOES[dealer.result]}${
  ["stuck", "bust"].includes(dealer.result) ? ` ${dealer.result === "bust" ? "with" : "on"} ${dealer.total}` : ""}`;

const FROZEN = "This round is frozen. Please ask the casino, and name the round below.";

/** The line of an ended round: what it brought in all. */
export function roundResult(round) {
  if (round.status === "void") return `This round is void: ${money(round.returned)} back`;
  if (round.status === "lapsed") return "This round lapsed before a bet";
  if (round.status === "frozen") return FROZEN;
  if (round.net > 0) return `You win ${money(round.net)}`;
  if (round.net === 0) return `${money(round.returned)} back: nothing won or lost`;
  return `You lose ${money(-round.net)}`;
}

/** The line over a round in play. */
export function turnWords(round, actions) {
  if (round.status === "awaiting_stake") return "Waiting for your stake to be confirmed …";
  if (round.status === "frozen") return FROZEN;
  const hand = round.hands[round.active_hand];
  if (!hand) return "";
  const which = round.hands.length > 1 ? `Hand ${round.active_hand + 1} of ${round.hands.length}` : "You have";
  return `${which}${round.hands.length > 1 ? ":" : ""} ${totalWords(hand)}. ${capital(listed(actions))}?`;
}

/** What is read out after an answer: only what is new since `before`. */
export function spokenOf(before, round) {
  const parts = [];
  const same = before && before.round_id === round.round_id;
  if (!same && round.stake !== null && round.stake !== round.stake_requested) {
    parts.push(`Your bet was raised to ${money(round.stake)}.`);
  }
  round.hands.forEach((hand, index) => {
    const known = same ? before.hands[index] : undefined;
    const fresh = known?.cards.every((card, i) => hand.cards[i] === card) ? hand.cards.slice(known.cards.length) : hand.cards;
    if (known && fresh.length === 0 && known.state === hand.state) return;
    const name = round.hands.length > 1 ? `Hand ${index + 1}` : "You";
    const has = fresh.length ? `${fresh.map(cardWords).join(", ")}: ` : "";
    parts.push(`${name}: ${has}${stateWords(hand)}.`);
  });
  if (round.dealer.result) {
    parts.push(`Dealer: ${round.dealer.cards.map(cardWords).join(", ")}. ${dealerWords(round.dealer)}.`);
  } else if (!same && round.dealer.cards.length) {
    parts.push("Dealer has two cards face down.");
  }
  if (round.net !== null) {
    round.hands.forEach((hand, index) => parts.push(
      `${round.hands.length > 1 ? `Hand ${index + 1}: ` : ""}${handResult(hand, round.dealer)}.`));
    parts.push(`${roundResult(round)}.`);
  } else if (round.status !== "in_play") {
    parts.push(turnWords(round, []));
  }
  if (round.legal_actions.length) {
    const which = round.hands.length > 1 ? ` with hand ${round.active_hand + 1}` : "";
    parts.push(`You may ${listed(round.legal_actions)}${which}.`);
  }
  return parts.join(" ");
}

function stateWords(hand) {
  if (hand.state === "bust") return `bust with ${hand.total}`;
  if (hand.state === "pontoon") return "pontoon";
  if (hand.state === "five_card_trick") return `five-card trick, ${hand.total}`;
  return hand.state === "stuck" ? `sticks on ${hand.total}` : totalWords(hand);
}

const REFUSALS = {
  "stale-version": () => "This hand was played on in another window. Here it is as it stands.",
  "round-open": () => "A round is in play already. Here it is.",
  "announcement-changed": () => "Another round has been announced meanwhile. Nothing was staked: deal again.",
  "insufficient-funds": ({ needed, balance }) => `That takes ${money(needed)}, and your balance is ${money(balance)}.`,
  "stake-above-limit": ({ limit }) => `The most you may bet is ${money(limit)}.`,
  "not-dealing": () => "No round can be dealt at the moment. No stake was taken.",
  "wallet-unavailable": () => "The casino’s wallet does not answer. No money is lost: your bet goes on when it does.",
  "limit-locked": ({ may_change_from: from }) => `You changed your limit this week already. You may again from ${whenWords(from)}.`,
  "round-frozen": () => "This round is frozen. Please ask the casino.",
  "internal-error": ({ request_id: id }) => `Something went wrong on our side (request ${id}).`,
  unauthorised: () => "Your session has ended.",
};

/** A refusal, for the player. */
export function refusalWords(error) {
  if (error.name === "Unreachable") return "The server does not answer. Your hand is safe; reload the page to go on.";
  const words = REFUSALS[error.slug];
  return words ? words(error.facts) : error.message;
}

/** An instant in the player's own time, with its zone. */
export const whenWords = (time) => new Date(time).toLocaleString("en-GB",
  { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
