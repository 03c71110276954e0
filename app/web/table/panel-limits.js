// The player's own table limit (R18), for the opening stakes of all games.

import { el, money, units } from "./elements.js";
import { refusalWords, whenWords } from "./words.js";

export const title = "Limits";
const PENCE = 100;

export async function fill(body, { client, table }) {
  const now = el("p");
  const said = el("p", { class: "said", role: "status" });
  const amount = el("input", { type: "number", id: "limit", min: table.limits.min / PENCE, max: table.limits.max / PENCE, step: table.limits.step / PENCE, inputmode: "numeric", required: true });
  const rule = table.rules.texts.find(({ number }) => number === "R18");
  body.append(
    el("p", {}, `This table takes opening stakes of ${money(table.limits.min)} to ${money(table.limits.max)}. You may set a lower limit of your own.`),
    now,
    el("form", { novalidate: true, onsubmit: submit }, el("div", { class: "field" },
      el("label", { for: "limit" }, `My limit, in ${units()}`), amount, el("button", { type: "submit", class: "act" }, el("span", { class: "name" }, "Set limit")))),
    said, rule ? el("p", {}, rule.text) : "");

  function show({ table_max: own, may_change_from: from }) {
    now.textContent = own === null ? "You have set no limit yet."
      : `Your limit is ${money(own)}. You may change it from ${whenWords(from)}${new Date(from) <= new Date() ? ": that is now" : ""}.`;
    if (own !== null) amount.value = String(own / PENCE);
  }

  async function submit(event) {
    event.preventDefault();
    said.textContent = "";
    if (!amount.checkValidity()) {
      const { min, max, step } = table.limits;
      said.textContent = `A limit is a multiple of ${money(step)}, from ${money(min)} to ${money(max)}.`;
      return amount.focus();
    }
    try {
      show(await client.setTableMax(Math.round(Number(amount.value) * PENCE)));
      said.textContent = "Set. It holds for every game you play here.";
    } catch (error) {
      said.textContent = refusalWords(error);
    }
  }

  try {
    show(await client.limits());
  } catch (error) {
    said.textContent = refusalWords(error);
  }
}
