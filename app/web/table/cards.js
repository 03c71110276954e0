// Cards, drawn here: pips as on any pack, court cards with a crown, and a lattice on the back.

import { el, svg } from "./elements.js";

const RANKS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
  9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const FACE_DOWN = "??";

// Where pips lie: columns 34, 50 and 66, rows from the top; those below the middle are turned.
const [L, M, R] = [34, 50, 66];
const PIPS = {
  2: [[M, 32], [M, 108]],
  3: [[M, 32], [M, 70], [M, 108]],
  4: [[L, 32], [R, 32], [L, 108], [R, 108]],
  5: [[L, 32], [R, 32], [M, 70], [L, 108], [R, 108]],
  6: [[L, 32], [R, 32], [L, 70], [R, 70], [L, 108], [R, 108]],
  7: [[L, 32], [R, 32], [M, 51], [L, 70], [R, 70], [L, 108], [R, 108]],
  8: [[L, 32], [R, 32], [M, 51], [L, 70], [R, 70], [M, 89], [L, 108], [R, 108]],
  9: [[L, 28], [R, 28], [L, 56], [R, 56], [M, 70], [L, 84], [R, 84], [L, 112], [R, 112]],
  T: [[L, 28], [R, 28], [M, 42], [L, 56], [R, 56], [L, 84], [R, 84], [M, 98], [L, 112], [R, 112]],
};

/** "AC" in words: "ace of clubs". */
export function cardWords(card) {
  return card === FACE_DOWN ? "face down" : `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/** @param {string} card as the API writes it */
export function cardNode(card) {
  if (card === FACE_DOWN) {
    return el("div", { class: "card back", role: "img", "aria-label": "a card face down", "data-card": card });
  }
  const [rank, suit] = card;
  const red = suit === "H" || suit === "D";
  const name = rank === "T" ? "10" : rank;
  return el("div", { class: red ? "card red" : "card", role: "img", "aria-label": cardWords(card), "data-card": card },
    svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
      corner(name, suit), corner(name, suit, "rotate(180 50 70)"),
      svg("g", { class: "middle" }, middle(rank, suit)),
      svg("g", { class: "bold" },
        svg("text", { x: 7, y: 52, class: name === "10" ? "ten" : null }, name),
        mark(suit, 62, 98, 66))));
}

function corner(name, suit, turn = null) {
  return svg("g", { class: "corner", transform: turn },
    svg("text", { x: 13, y: 25, class: name === "10" ? "ten" : null }, name), mark(suit, 13, 38, 17));
}

function mark(suit, x, y, size, turned = false) {
  return svg("use", {
    href: `#suit-${suit}`, x: x - size / 2, y: y - size / 2, width: size, height: size,
    transform: turned ? `rotate(180 ${x} ${y})` : null,
  });
}

function middle(rank, suit) {
  if (rank === "A") return [mark(suit, 50, 70, 52)];
  if (rank in PIPS) return PIPS[rank].map(([x, y]) => mark(suit, x, y, 19, y > 70));
  return [
    svg("rect", { class: "frame", x: 25, y: 18, width: 50, height: 104, rx: 4 }),
    svg("rect", { class: "frame thin", x: 28.5, y: 21.5, width: 43, height: 97, rx: 2 }),
    ...[null, "rotate(180 50 70)"].flatMap((transform) => [
      svg("use", { class: "crown", href: "#crown", x: 36, y: 24, width: 28, height: 16, transform }),
      svg("g", { transform }, mark(suit, 50, 47, 11)),
    ]),
    svg("text", { class: "court", x: 50, y: 83 }, rank),
  ];
}
