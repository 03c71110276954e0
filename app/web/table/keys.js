// The keys of the table (R19), from the server's map or the player's own. They can be switched off.
// A key acts once for each time it is pressed, and never while a text field has the focus; Enter and
// space belong to a button or link that has the focus.

import { settings } from "./settings.js";

const OWNERS_OF_ENTER = "button, a[href], summary, input, select, iframe, [role=button]";
const TEXT = "textarea, select, [contenteditable], input:not([type=button],[type=checkbox],[type=radio],[type=range])";

/** Key to action: the player's map, else the table's; empty when the keys are switched off. */
export function keyMap(table) {
  const { keysOn, keys } = settings();
  return keysOn ? keys ?? table.keys : {};
}

/** The cap of each action's key, for the buttons. */
export function keyCaps(table) {
  const caps = Object.fromEntries(Object.entries(keyMap(table)).map(([key, action]) => [action, capOf(key)]));
  return { ...caps, deal: caps["deal-or-stick"], stick: caps["deal-or-stick"], repeat: caps["repeat-bet"] };
}

export const capOf = (key) => ({ " ": "Space", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" })[key] ?? key;

/** @param {{table: {keys: Record<string, string>}, busy: () => boolean, press: (action: string) => void}} game */
export function installKeys({ table, busy, press }) {
  // By place on the keyboard: with Shift, a key may come up under another name than it went down.
  const down = new Set();
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const action = keyMap(table)[event.key];
    if (action === undefined || isTaken(event)) return;
    event.preventDefault();
    if (event.repeat || down.has(event.code)) return;
    down.add(event.code);
    if (!busy()) press(action);
  });
  addEventListener("keyup", (event) => down.delete(event.code));
  addEventListener("blur", () => down.clear());
}

function isTaken({ key, target }) {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(TEXT)) return true;
  return (key === "Enter" || key === " ") && target.closest(OWNERS_OF_ENTER) !== null;
}
