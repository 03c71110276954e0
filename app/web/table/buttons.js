// Deal, repeat and clear between rounds; twist, stick, buy and split within one. What the server
// bars is shown barred, with the server's reason.

import { $, capital, el, money, say } from "./elements.js";

// A second click so soon and so near belongs to the first, whatever lies under it by then.
const DOUBLE_CLICK_MS = 350;
const DOUBLE_CLICK_PX = 24;
const ACTIONS = ["twist", "stick", "buy", "split"];
const ALSO = { twist: "hit", stick: "stand", buy: "double" };

/** @param {{act: (action: string) => void, deal: () => void, repeat: () => void, clear: () => void}} tell */
export function createButtons(tell) {
  const turn = new Map(ACTIONS.map((action) => [action, button(action, capital(action), () => tell.act(action))]));
  const deal = button("deal", "Deal", tell.deal, "main");
  const repeat = button("repeat", "Repeat", tell.repeat);
  const clear = button("clear", "Clear", tell.clear, "quiet");
  $("playing").replaceChildren(...turn.values());
  $("go").replaceChildren(repeat, clear, deal);

  /** Why each action may not be chosen now; null where it may. */
  function barsOf(view) {
    return new Map(ACTIONS.map((action) => [action, barOf(action, view)]));
  }

  function drawTurn(view) {
    const bars = barsOf(view);
    for (const [action, node] of turn) {
      const cost = view.stake && (action === "buy" || action === "split") ? money(view.stake) : "";
      furnish(node, { why: bars.get(action), busy: view.busy, key: view.keys[action], extra: bars.get(action) === null && cost ? `+${cost}` : "" });
      node.title = ALSO[action] ? `Also called ${ALSO[action]}` : "";
    }
  }

  function drawGo({ bet, min, lastStake, most, keys, busy, closed }) {
    const raised = Math.max(bet, min);
    furnish(deal, { key: keys.deal, busy, why: closed ?? (bet ? null : "Put down a chip first"), extra: bet ? money(raised) : "" });
    furnish(repeat, { key: keys.repeat, busy, why: lastStake > most.pence ? most.why : null, extra: lastStake ? money(lastStake) : "" });
    furnish(clear, { busy, why: null });
    repeat.hidden = !lastStake || bet === lastStake;
    clear.hidden = bet === 0;
  }

  return { drawTurn, drawGo, barsOf };
}

function barOf(action, { round, balance, stake }) {
  if (!round || round.legal_actions.length === 0) return "";
  if (!round.legal_actions.includes(action)) return round.barred[action]?.text ?? "Not now.";
  if ((action === "buy" || action === "split") && balance < stake) {
    return `It takes ${money(stake)}; your balance is ${money(balance)}.`;
  }
  return null;
}

let pressed = { at: -DOUBLE_CLICK_MS, x: 0, y: 0 };

/** Deal lies where Split comes to lie: half of a double click must not decide a hand. */
function once(press) {
  return (event) => {
    if (ofDoubleClick(event)) return;
    if (event.detail > 0) pressed = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    press();
  };
}

/** The second half of a double click on one of these buttons; a press by key says `detail` 0. */
export function ofDoubleClick({ detail, timeStamp, clientX, clientY }) {
  const near = Math.hypot(clientX - pressed.x, clientY - pressed.y) < DOUBLE_CLICK_PX;
  return detail > 0 && near && timeStamp - pressed.at < DOUBLE_CLICK_MS;
}

function button(name, words, press, kind = "") {
  return el("button", {
    type: "button", class: `act ${kind}`.trim(), id: `do-${name}`, onclick: once(press),
    // A click leaves the focus where it was, so that Enter goes on belonging to the table.
    onmousedown: (event) => event.preventDefault(),
    "aria-labelledby": `name-${name}`, "aria-describedby": `why-${name}`,
  },
  el("span", { class: "name", id: `name-${name}` }, el("span", {}, words), el("span", { class: "extra" })),
  el("kbd", { "aria-hidden": "true" }), el("small", { id: `why-${name}` }));
}

function furnish(node, { why, busy, key = "", extra = "" }) {
  const [name, cap, small] = node.children;
  node.setAttribute("aria-disabled", String(why !== null || busy));
  node.classList.toggle("busy", busy);
  node.classList.toggle("barred", why !== null);
  say(name.lastChild, extra ? ` ${extra}` : "");
  say(cap, key);
  cap.hidden = key === "";
  say(small, why ?? "");
}
