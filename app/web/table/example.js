// /?example=NAME: a hand with chosen cards, step by step. No session, no money, nothing to bet.

import { $, countIn, el, say } from "./elements.js";
import { drawArc, drawRound } from "./felt.js";
import { speak } from "./game.js";
import { installPanel, openPanel } from "./panels.js";
import { roundResult, spokenOf, turnWords } from "./words.js";

const DONE = { deal: "Dealt", twist: "Twist", stick: "Stick", buy: "Buy", split: "Split", house: "The player left: the house goes on", void: "The round is called off" };
const NEXT = { twist: "Twist", stick: "Stick", buy: "Buy", split: "Split", house: "The house goes on", void: "Call it off" };

/** @param {import("../client").Client} client */
export async function showExample(client, name) {
  const [table, { examples }] = await Promise.all([client.table(), client.examples()]);
  countIn(table.currency);
  const asked = examples.find((one) => one.name === name);
  const example = asked ?? examples[0];
  let at = 0;
  say($("ribbon"), "EXAMPLE");
  $("ribbon").hidden = false;
  $("standing").replaceChildren(el("div", {}, el("dt", {}, "Example, with chosen cards: no money, no proof"), el("dd", {}, example.title)));
  document.querySelectorAll(".menu button:not([data-panel=rules])").forEach((button) => button.remove());
  document.querySelector(".menu [data-panel=rules]").addEventListener("click", () => openPanel("rules", { client, table }));
  installPanel();
  drawArc(table);

  const next = el("button", { type: "button", class: "act main", onclick: () => go(at + 1) }, el("span", { class: "name" }));
  const back = el("button", { type: "button", class: "act", onclick: () => go(at - 1) }, el("span", { class: "name" }, "Back"));
  const choice = el("select", { id: "example-name", "aria-label": "Example", onchange: ({ target }) => { location.search = `?example=${encodeURIComponent(target.value)}`; } },
    examples.map((one) => el("option", { value: one.name, selected: one === example }, one.title)));
  $("controls").replaceChildren(el("div", { id: "example-controls" }, back, next,
    el("label", { for: "example-name" }, "Example"), choice, el("a", { href: "/" }, "To the table"),
    asked ? null : el("p", { class: "notice" }, "No such example. Here is another.")));

  function go(step) {
    const before = example.steps[at]?.round ?? null;
    at = step >= example.steps.length ? 0 : Math.max(0, step);
    const { done, round } = example.steps[at];
    $("felt").dataset.phase = round.net === null ? "playing" : "ended";
    drawRound(round, table.chips);
    say($("call-text"), `${DONE[done]}. ${round.net === null ? turnWords(round, round.legal_actions) : roundResult(round)}`);
    $("call").className = `call${round.net > 0 ? " glad" : ""}`;
    $("after").replaceChildren(at === 0 || round.net !== null ? el("p", {}, example.about) : "");
    say(next.firstChild, example.steps[at + 1] ? NEXT[example.steps[at + 1].done] : "Play again");
    back.setAttribute("aria-disabled", String(at === 0));
    speak(`${DONE[done]}. ${spokenOf(at > 0 ? before : null, round)}`);
  }
  go(0);
}
