// Draws a round on the felt, exactly as the server sent it. Cards that lie there already stay.

import { cardNode } from "./cards.js";
import { $, el, money, say } from "./elements.js";
import { handResult, shownTotal } from "./words.js";

const STATES = { waiting: "waits", five_card_trick: "Five-card trick", bust: "Bust" };
const TIES = "Dealer wins ties";
const NOTHING = "\u00a0"; // keeps the place of a result or a total, so that nothing jumps when it comes
const DISCS_MAX = 5; // of a pile of chips as it is drawn
const DEAL_STEP_MS = 90; // between two cards of one answer, where motion is welcome

/**
 * @param {import("../client").Round | null} round
 * @param {number[]} chips of the table, in pence
 */
export function drawRound(round, chips) {
  drawDealer(round);
  drawHands(round, chips);
}

function drawDealer(round) {
  const box = seatBox($("dealer"), 0);
  const dealer = round?.dealer ?? { cards: [], total: null, result: null };
  say(box.total, dealer.total === null ? NOTHING : dealer.result === "pontoon" ? "Pontoon" : `${dealer.total}`);
  box.total.hidden = false;
  box.total.classList.toggle("none", dealer.total === null);
  layCards(box.cards, dealer.cards);
  box.result.hidden = true;
  box.stake.hidden = true;
  box.node.className = `hand${{ bust: " over", pontoon: " pontoon" }[dealer.result] ?? ""}`;
}

function drawHands(round, chips) {
  const place = $("hands");
  const hands = round?.hands ?? [];
  while (place.children.length > Math.max(hands.length, 1)) place.lastChild.remove();
  place.dataset.hands = String(Math.max(hands.length, 1));
  if (hands.length === 0) {
    place.replaceChildren();
    return;
  }
  hands.forEach((hand, index) => drawHand(seatBox(place, index), hand, index, { round, chips }));
  say($("player-title"), hands.length > 1 ? "Your hands" : "Your hand");
}

function drawHand(box, hand, index, { round, chips }) {
  const active = round.active_hand === index;
  const total = shownTotal(hand);
  say(box.total, total);
  box.total.title = total.startsWith("soft") ? "an ace counts 11" : "";
  box.total.hidden = false;
  layCards(box.cards, hand.cards);
  say(box.stake.lastChild, money(hand.stake));
  box.stake.firstChild.className = `disc chip-${largestWithin(hand.stake, chips)}`;
  const settled = hand.outcome !== null;
  const word = settled ? handResult(hand, round.dealer) : STATES[hand.state] ?? "";
  say(box.result, word || NOTHING);
  box.result.classList.toggle("none", word === "");
  // Celebrated is a round that brought more than was staked in it, and there the hands that won.
  const glad = settled && round.net > 0 && hand.returned > hand.stake;
  const names = ["hand", active && "active", settled && "settled", glad && "glad",
    settled && hand.returned <= hand.stake && "lost", hand.state === "bust" && "over"];
  box.node.className = names.filter(Boolean).join(" ");
  box.node.setAttribute("aria-label", `Hand ${index + 1}${active ? ", your turn" : ""}`);
  if (active) box.node.setAttribute("aria-current", "true");
  else box.node.removeAttribute("aria-current");
}

/** The chip whose colour a stake has; the smallest where none is so small. */
const largestWithin = (stake, chips) => Math.max(Math.min(...chips), ...chips.filter((pence) => pence <= stake));

/** The parts of a hand, made once. */
function seatBox(place, index) {
  let node = place.children[index];
  if (!node) {
    node = el("div", { class: "hand", role: "group", "aria-label": "Dealer’s cards" },
      el("p", { class: "total", hidden: true }),
      el("div", { class: "cards" }),
      el("p", { class: "stake" }, el("span", { class: "disc", "aria-hidden": "true" }), el("span")),
      el("p", { class: "result" }));
    place.append(node);
  }
  const [total, cards, stake, result] = node.children;
  return { node, total, cards, stake, result };
}

/** Lay cards; only those that differ are laid anew, each a moment after the one before. */
function layCards(place, cards) {
  while (place.children.length > cards.length) place.lastChild.remove();
  let fresh = 0;
  cards.forEach((card, index) => {
    const lies = place.children[index];
    if (lies?.dataset.card === card) return;
    const node = cardNode(card);
    node.classList.add(lies?.dataset.card === "??" ? "turned" : "dealt");
    node.style.setProperty("--wait", `${fresh * DEAL_STEP_MS}ms`);
    fresh += 1;
    if (lies) lies.replaceWith(node);
    else place.append(node);
  });
  place.style.setProperty("--count", String(Math.max(cards.length, 2)));
}

/** The piles on the betting spot: [pence, how many]. */
export function drawSpot(piles) {
  $("spot").replaceChildren(...piles.map(([pence, count]) =>
    el("div", { class: `pile chip-${pence}` },
      Array.from({ length: Math.min(count, DISCS_MAX) }, () => el("i")),
      el("b", {}, `${money(pence)}${count > 1 ? ` ×\u00a0${count}` : ""}`))));
}

/** "Pontoon and five-card trick pay 2 to 1", from the rules file's own odds: on an arc, or small and straight. */
export function drawArc({ pays }) {
  const words = (pair) => pair.replace(":", " to ");
  const both = pays.pontoon === pays.five_card_trick;
  const odds = both ? `Pontoon and five-card trick pay ${words(pays.pontoon)}`
    : `Pontoon pays ${words(pays.pontoon)} · five-card trick pays ${words(pays.five_card_trick)}`;
  say($("arc-pays"), odds);
  say($("arc-ties"), TIES);
  say($("cloth"), `${odds}\u00a0· ${TIES}`);
}

/**
 * How many cards the round in play found in the shoe, or the coming one will find; null while that is
 * not known. What a session said may be of the round before: the announcement's own counts are not.
 */
export function createCount() {
  let [seen, number, cards] = [null, null, null];
  return ({ round, next_round: next, shoe }) => {
    const now = (next ?? round)?.number ?? null;
    if (next) [number, cards] = [now, [...next.shoe_before].reduce((sum, count) => sum + Number(count), 0)];
    else if (shoe && shoe !== seen) [number, cards] = [now, shoe.remaining];
    seen = shoe;
    return number === now ? cards : null;
  };
}

/** How much of the shoe is left. Cards of the round in play are not taken off: they would tell the dealer's. */
export function drawShoe(cards, { packs, cut }, phase) {
  $("shoe").hidden = cards === null;
  if (cards === null) return;
  const whole = packs * 52;
  const words = phase === "playing" ? "before this hand" : phase === "ended" && cards === whole ? "again" : "left";
  say($("shoe-text"), `${cards} cards ${words}`);
  $("shoe").title = `Of ${whole}. The shoe is made whole after the round in which card ${cut} is dealt.`;
  $("shoe").querySelector("i").style.setProperty("--left", String(cards / whole));
}
