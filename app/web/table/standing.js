// Always in view: balance, what the session has brought, how long it has lasted, the limits.

import { $, money, say, signed } from "./elements.js";

const SECOND_MS = 1_000;
let session = { started: null, at: 0, elapsed: 0 };

/** @param {import("../client").State} state */
export function drawStanding(state, table) {
  if (state.balance !== null) say($("balance"), money(state.balance));
  if (state.net !== undefined) {
    say($("net"), signed(state.net));
    $("net").className = state.net < 0 ? "down" : "";
  }
  if (state.started_at && state.server_time !== session.read) {
    session = {
      read: state.server_time, started: state.started_at, at: performance.now(),
      elapsed: Date.parse(state.server_time) - Date.parse(state.started_at),
    };
    tick();
  }
  const { pence } = mostOf(state, table);
  const own = state.limits?.table_max;
  say($("bet-limits"), `Limits ${money(table.limits.min)} to ${money(Math.min(own ?? table.limits.max, table.limits.max))}${
    own !== null && own !== undefined ? " (your own)" : ""}`);
  return pence;
}

/** The most that may be bet now, and why no more. */
export function mostOf(state, table) {
  const own = state.limits?.table_max ?? table.limits.max;
  const balance = Math.floor((state.balance ?? 0) / table.limits.step) * table.limits.step;
  if (balance < Math.min(own, table.limits.max)) {
    return { pence: balance, why: `Your balance is ${money(state.balance ?? 0)}.` };
  }
  if (own < table.limits.max) return { pence: own, why: `Your own limit is ${money(own)}.` };
  return { pence: table.limits.max, why: `The table’s limit is ${money(table.limits.max)}.` };
}

function tick() {
  const seconds = Math.max(0, Math.floor((session.elapsed + performance.now() - session.at) / SECOND_MS));
  const two = (number) => String(number).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  say($("clock"), h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`);
}

/** Start the session clock. It counts up, and nothing happens when it has counted. */
export function startClock() {
  setInterval(() => { if (session.started) tick(); }, SECOND_MS);
}
