// The Pontoon API for a table of your own. Our own table page uses exactly this module.
//
//   import { createClient } from "https://pontoon.example/client.js";
//   const client = createClient({ api: "https://pontoon.example" });
//   await client.openSession();                        // a guest; or createClient({ token })
//   let round = await client.bet(500);                 // £5 on the announced round
//   while (round.legal_actions.length) round = await client.act(round.legal_actions[0]);
//
// It makes idempotency keys and client seeds, sends a lost request again under its key, keeps what
// was announced, and drops answers older than what is known. Types and words: client.d.ts.

import { createKept } from "./client-kept.js";
import { createSender, freshHex, Problem } from "./client-sender.js";

export { Problem, Unreachable } from "./client-sender.js";

/** @typedef {import("./client").Round} Round @typedef {import("./client").State} State */

const IN_PLAY = ["awaiting_stake", "in_play", "frozen"];
/** An ended round comes after each of its versions, and before the next announcement. */
const ENDED = Number.MAX_SAFE_INTEGER;

/** @param {import("./client").Options} [options] */
export function createClient(options = {}) {
  const { api = location.origin, fetch = globalThis.fetch.bind(globalThis) } = options;
  let token = options.token ?? null;
  let state = nothing();
  let place = [0, 0]; // how far the seat is: number of the round, then its version
  let asked = 0; // counts requests, so that two answers of one place keep their order
  let latest = 0; // the request whose answer was taken last
  let moving = false;
  const kept = createKept();
  const listeners = { state: new Set(), line: new Set(), ended: new Set() };
  const tell = (name, fact) => listeners[name].forEach((listener) => listener(fact));
  const sender = createSender({ api, fetch, line: (line) => tell("line", line) });

  /** Take an answer unless something newer is known. */
  function take(number, version, turn, facts, sure = false) {
    const newer = number - place[0] || version - place[1] || turn - latest;
    if (sure ? turn < latest : newer < 0) return;
    [place, latest] = [[number, version], Math.max(turn, latest)];
    state = { ...state, ...facts };
    tell("state", state);
    if (facts.next_round) kept.keep(facts.next_round);
  }

  function takeSession(session, turn) {
    const { round, next_round: next, ...standing } = session;
    const facts = { ...standing, round, next_round: next };
    if (round) take(round.number, round.version, turn, facts);
    else if (next) take(next.number, 0, turn, facts);
    else take(place[0], place[1], turn, facts); // nothing can be announced at the moment
    return session;
  }

  function takeRound(played, turn, sure = false) {
    const { balance = state.balance, next_round: next = null, ...round } = played;
    const playing = IN_PLAY.includes(round.status);
    const facts = { balance, next_round: next, round: playing ? round : null };
    if (!playing) facts.last = round;
    if (round.stake !== null) facts.last_stake = round.stake;
    if (next) take(next.number, 0, turn, facts, sure);
    else take(round.number, playing ? round.version : ENDED, turn, facts, sure);
    return played;
  }

  /** What a refusal says of the seat is as true as an answer. */
  function takeRefusal({ facts }, turn) {
    if (facts.current) takeRound(facts.current, turn, true);
    if (facts.next_round) {
      take(facts.next_round.number, 0, turn, { round: null, next_round: facts.next_round }, true);
    }
  }

  async function ask(method, path, body, key, used = token) {
    const turn = ++asked;
    try {
      return [await sender.send({ method, path, body, key, token: used }), turn];
    } catch (error) {
      // A refusal of a token that has been replaced meanwhile is no news.
      if (error instanceof Problem && used === token) {
        takeRefusal(error, turn);
        if (error.slug === "unauthorised") {
          token = null;
          tell("ended", error);
        }
      }
      throw error;
    }
  }

  const read = async (path) => (await ask("GET", path))[0];

  async function move(path, body) {
    if (moving) throw new Error("a bet or an action is still on its way");
    moving = true;
    try {
      const used = token;
      const [played, turn] = await ask("POST", path, body, freshHex());
      return used === token ? takeRound(played, turn) : played;
    } finally {
      moving = false;
    }
  }

  function nothing() {
    return { round: null, last: null, next_round: null, balance: null, last_stake: null };
  }

  function sit(newToken) {
    [token, state, place, latest] = [newToken, nothing(), [0, 0], asked];
  }

  return Object.freeze({
    get token() { return token; },
    get state() { return state; },
    get moving() { return moving; },
    on(name, listener) {
      listeners[name].add(listener);
      return () => listeners[name].delete(listener);
    },
    /** Another session: a token that your server handed over. */
    useToken: sit,
    /** Lost requests are sent again at once instead of after their wait. */
    hurry: sender.hurry,

    async openSession() {
      const [{ token: given, ...session }, turn] = await ask("POST", "/v1/demo/sessions", {}, null, null);
      sit(given);
      return takeSession(session, turn);
    },
    async session() {
      const used = token;
      const [session, turn] = await ask("GET", "/v1/session");
      return used === token ? takeSession(session, turn) : session;
    },
    table: async () => (await ask("GET", "/v1/table", undefined, null, null))[0],
    examples: async () => (await ask("GET", "/v1/examples", undefined, null, null))[0],
    async bet(stake) {
      const next = state.next_round;
      if (!next) throw new Error("no round is announced: read session() first");
      // One seed for each announcement: a bet whose answer was lost is the same bet again.
      const client_seed = kept.seedFor(next, () => freshHex());
      kept.bet(next, client_seed, stake);
      return move("/v1/rounds", { round_id: next.round_id, stake, client_seed });
    },
    async act(action) {
      const { round } = state;
      if (!round) throw new Error("no round is in play");
      const body = { action, expected_version: round.version };
      return move(`/v1/rounds/${round.round_id}/actions`, body);
    },
    round: (id) => read(`/v1/rounds/${id}`),
    rounds: (cursor = null) => read(`/v1/rounds${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ""}`),
    keys: async () => (await ask("GET", "/v1/keys", undefined, null, null))[0],
    proof: (id) => read(`/v1/rounds/${id}/proof`),
    limits: () => read("/v1/limits"),
    async setTableMax(table_max) {
      const [limits] = await ask("PUT", "/v1/limits", { table_max });
      state = { ...state, limits };
      tell("state", state);
      return limits;
    },
    /** What was kept of a round before its cards were known, to compare its proof with. */
    announced: (round) => kept.announced(round),
  });
}
