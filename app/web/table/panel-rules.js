// The rules as the server words them, what the game returns, and the strategy that earns it.

import { capital, el } from "./elements.js";

export const title = "Rules";
const EDGE_DIGITS = 5;

const NUTSHELL = [
  "Get closer to 21 than the dealer without going over. Both of the dealer’s cards stay face down until the end.",
  "Twist takes a card. Stick ends your turn. Buy doubles the stake of the hand and takes a card. Split makes two hands of a pair.",
];

/** @param {HTMLElement} body */
export function fill(body, { table }) {
  const { rules, rtp, versions } = table;
  body.append(
    el("h3", {}, "In short"), ...NUTSHELL.map((text) => el("p", {}, text)),
    ...(rtp ? returns(rtp) : [el("h3", {}, "What the game returns"), el("p", {}, "No certified figures are shown for these rules.")]),
    el("h3", {}, "Every rule"),
    el("dl", { class: "rules" }, rules.texts.flatMap(({ number, text }) => [el("dt", {}, number), el("dd", {}, text)])),
    el("p", { class: "unimportant" }, `Rules ${rules.id}, ${versions.software}. `, el("a", { href: "/verify.html", target: "_blank", rel: "noopener" }, "Check any hand by its proof"), "."),
  );
}

/** "99.63 %" of 0.9963999, as the report of certification shows it: cut off, for rounding could promise more.
 * Its decimal text is cut, not a product, which could be rounded already. */
export function returned(share) {
  const [whole, fraction = ""] = share < 1e-6 ? ["0"] : String(share).split("."); // less is written 1e-7
  const digits = fraction.padEnd(4, "0");
  return `${Number(whole + digits.slice(0, 2))}.${digits.slice(2, 4)} %`;
}

function returns(rtp) {
  const figure = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));
  return [
    el("h3", {}, "What the game returns"),
    el("dl", { class: "figures" },
      figure("Return to player (RTP)", returned(rtp.rtp_displayed)),
      figure("House edge, of the opening stake", `${(rtp.house_edge * 100).toFixed(EDGE_DIGITS)} %`),
      figure("Staked in all, of the opening stake", `${(rtp.stake_mean * 100).toFixed(EDGE_DIGITS)} %`)),
    el("p", {}, `Over many hands, with the strategy shown here (${rtp.strategy}); another way of playing returns less. Method: ${rtp.method}. A single sitting can end far from it.`),
    el("h3", {}, "That strategy"),
    el("div", { class: "strategies" },
      strategy("Hard hands", rtp.cells.filter((cell) => !cell.soft && !cell.bought)),
      strategy("Soft hands", rtp.cells.filter((cell) => cell.soft && !cell.bought)),
      strategy("Hard, after a buy", rtp.cells.filter((cell) => !cell.soft && cell.bought)),
      strategy("Soft, after a buy", rtp.cells.filter((cell) => cell.soft && cell.bought)),
      pairs(rtp.pairs)),
  ];
}

function strategy(name, cells) {
  if (cells.length === 0) return null;
  const counts = [...new Set(cells.map((cell) => cell.cards))].sort();
  const totals = [...new Set(cells.map((cell) => cell.total))].sort((a, b) => b - a);
  const at = (total, cards) => cells.find((cell) => cell.total === total && cell.cards === cards);
  return el("table", { class: "strategy" }, el("caption", {}, name),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Total"), counts.map((n) => el("th", { scope: "col" }, `${n} cards`)))),
    el("tbody", {}, totals.map((total) => el("tr", {}, el("th", { scope: "row" }, `${total}`),
      counts.map((n) => play(at(total, n)?.action))))));
}

function pairs(all) {
  const split = all.filter(({ action }) => action === "split");
  if (all.length === 0) return null;
  return el("table", { class: "strategy" }, el("caption", {}, "Pairs"),
    el("tbody", {}, split.map(({ rank, action }) => el("tr", {}, el("th", { scope: "row" }, `${rank} ${rank}`.replaceAll("T", "10")), play(action))),
      el("tr", {}, el("th", { scope: "row" }, "others"), el("td", {}, "by total"))));
}

const play = (action) => el("td", { "data-play": action ?? null }, action ? capital(action) : "–");
