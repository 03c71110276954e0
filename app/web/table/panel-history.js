// The rounds of this seat, newest first; each ended one can be checked.

import { el, money, signed } from "./elements.js";
import { refusalWords } from "./words.js";

export const title = "History";
const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const STATUS = { awaiting_stake: "waiting", in_play: "in play", void: "void", lapsed: "lapsed", frozen: "frozen" };

export async function fill(body, { client, open }) {
  const rows = el("tbody");
  const more = el("button", { type: "button", class: "line-button", onclick: () => load() }, "Older rounds");
  const said = el("p", { class: "said", role: "status" });
  const table = el("table", { class: "history" },
    el("thead", {}, el("tr", {}, ["Round", "Your cards", "Dealer", "Staked", "Net", "Proof"].map((name) => el("th", { scope: "col" }, name)))), rows);
  let cursor = null;
  body.append(table, said, el("p", {}, more));

  async function load() {
    more.disabled = true;
    try {
      const page = await client.rounds(cursor);
      rows.append(...page.rounds.map((round) => line(round, open)));
      cursor = page.next_cursor;
      said.textContent = rows.children.length ? "" : "No round has been played at this seat yet.";
    } catch (error) {
      said.textContent = refusalWords(error);
    }
    table.hidden = rows.children.length === 0;
    more.hidden = cursor === null;
    more.disabled = false;
  }
  await load();
}

function line(round, open) {
  const ended = round.net !== null;
  const check = ended ? el("button", { type: "button", onclick: () => open("check", { round }) }, "Check") : STATUS[round.status];
  return el("tr", {},
    el("td", {}, `${round.number}`),
    el("td", { class: "cards-cell", "data-whose": "You" }, round.hands.map((hand) => el("div", {}, mini(hand.cards), ` ${hand.total}`))),
    el("td", { class: "cards-cell", "data-whose": "Dealer" }, mini(round.dealer.cards), round.dealer.total === null ? "" : ` ${round.dealer.total}`),
    el("td", {}, money(round.staked)),
    el("td", { class: round.net > 0 ? "plus" : round.net < 0 ? "less" : "" },
      ended ? `${signed(round.net)}${STATUS[round.status] ? ` (${STATUS[round.status]})` : ""}` : "–"),
    el("td", {}, check));
}

function mini(cards) {
  return el("span", { class: "mini" }, cards.flatMap((card, index) => [index ? " " : "",
    card === "??" ? "▒▒" : el("span", { class: "HD".includes(card[1]) ? "red" : "" }, `${card[0].replace("T", "10")}${SUITS[card[1]]}`)]));
}
