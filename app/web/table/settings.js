// What the player chose for this browser: keys, sound, the colour of the felt. Nothing of money.

import { safeStorage } from "../client-kept.js";

const PLACE = "pontoon.settings";
const TOKEN = "pontoon.guest";
export const FELTS = { green: "Green", blue: "Blue", red: "Red" };

const storage = safeStorage();
let chosen = read();
const listeners = new Set();

function read() {
  try {
    const found = JSON.parse(storage.getItem(PLACE) ?? "{}");
    return found !== null && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** `keysOn`, `keys` (key to action, null: the server's map), `sound`, `felt`. */
export const settings = () => ({ keysOn: true, keys: null, sound: false, felt: "green", ...chosen });

/** @param {Partial<{keysOn: boolean, keys: Record<string, string>|null, sound: boolean, felt: string}>} change */
export function choose(change, lasting = true) {
  chosen = { ...chosen, ...change };
  if (lasting) keep(PLACE, JSON.stringify(chosen));
  listeners.forEach((listener) => listener(settings()));
}

export const onSettings = (listener) => listeners.add(listener);

/** A guest's token outlives the tab: the seat's money and its open hand would be lost without it. */
export const guestToken = () => storage.getItem(TOKEN);
export function keepGuestToken(token) {
  if (token === null) storage.removeItem(TOKEN);
  else keep(TOKEN, token);
}

/** @param {(token: string) => void} listener hears of a token that another window has got */
export function onGuestToken(listener) {
  addEventListener("storage", ({ key, newValue }) => { if (key === TOKEN && newValue) listener(newValue); });
}

function keep(place, text) {
  try {
    storage.setItem(place, text);
  } catch {
    // No room: it holds for this page only.
  }
}

addEventListener("storage", ({ key }) => {
  if (key !== PLACE) return;
  chosen = read();
  listeners.forEach((listener) => listener(settings()));
});
