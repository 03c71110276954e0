// The bet before it is made: a pile for each chip. A click adds one; a right-click, a long press,
// Minus, Delete or Backspace takes one away from the pile it is on.

import { ofDoubleClick } from "./buttons.js";
import { drawSpot } from "./felt.js";
import { $, el, money, say } from "./elements.js";

const LONG_PRESS_MS = 500;
const TAKING_KEYS = ["-", "Delete", "Backspace"];

/**
 * @param {{chips: number[], limits: {min: number, max: number}}} table
 * @param {{changed: () => void, refused: (why: string) => void}} tell
 */
export function createChips(table, tell) {
  const counts = new Map(table.chips.map((pence) => [pence, 0]));
  let most = { pence: table.limits.max, why: "" };
  let open = false;
  const buttons = new Map(table.chips.map((pence) => [pence, chipButton(pence)]));
  $("chips").replaceChildren(...[...buttons].map(([pence, button]) =>
    el("div", { class: "chip-place" }, button, minusButton(pence))));

  function chipButton(pence) {
    const button = el("button", {
      type: "button", class: `chip chip-${pence}`, "data-pence": pence,
      onmousedown: (event) => event.preventDefault(), // the keys of the table stay with the table
      onkeydown: (event) => {
        if (!TAKING_KEYS.includes(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        take(pence);
      },
    }, el("span", {}, money(pence)), el("b", { class: "count", "aria-hidden": "true" }));
    const held = longPress(button, () => take(pence));
    button.addEventListener("click", (event) => { if (!held() && !ofDoubleClick(event)) add(pence); });
    return button;
  }

  function minusButton(pence) {
    return el("button", {
      type: "button", class: "minus", "data-take": pence, "aria-label": `Take away ${money(pence)}`,
      onclick: () => take(pence), onmousedown: (event) => event.preventDefault(),
    }, "−");
  }

  const amount = () => [...counts].reduce((sum, [pence, count]) => sum + pence * count, 0);

  function add(pence) {
    if (!open) return;
    if (amount() + pence > most.pence) return tell.refused(most.why);
    counts.set(pence, counts.get(pence) + 1);
    tell.changed();
  }

  function take(pence) {
    if (!open || counts.get(pence) === 0) return;
    counts.set(pence, counts.get(pence) - 1);
    tell.changed();
  }

  /** Put down this amount in the fewest chips; what no chip makes up is left out. */
  function set(pence) {
    let rest = Math.min(pence, most.pence);
    for (const chip of [...table.chips].sort((a, b) => b - a)) {
      counts.set(chip, Math.floor(rest / chip));
      rest %= chip;
    }
    tell.changed();
  }

  function draw() {
    for (const [pence, button] of buttons) {
      const count = counts.get(pence);
      const barred = !open || amount() + pence > most.pence;
      button.setAttribute("aria-disabled", String(barred));
      button.setAttribute("aria-label", `Add ${money(pence)}${count ? `, ${count} on the bet` : ""}`);
      button.title = barred && open ? most.why : "";
      say(button.lastChild, count ? `×${count}` : "");
      button.nextSibling.hidden = count === 0;
    }
    drawSpot(open ? [...counts].filter(([, count]) => count > 0).reverse() : []);
  }

  return {
    amount, set, draw,
    clear: () => set(0),
    /** @param {{pence: number, why: string}} bound  @param {boolean} betting */
    allow(bound, betting) {
      [most, open] = [bound, betting];
    },
  };
}

/** Calls `take` for a right-click or a long touch; the answer tells whether a click was one. */
function longPress(node, take) {
  let timer = null;
  let taken = false;
  const stop = () => { clearTimeout(timer); timer = null; };
  node.addEventListener("pointerdown", (event) => {
    taken = false;
    if (event.pointerType !== "touch") return;
    timer = setTimeout(() => { taken = true; take(); }, LONG_PRESS_MS);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) node.addEventListener(end, stop);
  node.addEventListener("contextmenu", (event) => {
    event.preventDefault(); // a long touch brings one too, before or after the timer: once is enough
    stop();
    if (taken) return;
    taken = event.pointerType === "touch";
    take();
  });
  return () => {
    const was = taken;
    taken = false;
    return was;
  };
}
