// The page around the frame: who it is was named in the address, and it alone is heard and told.
// The other side is embed.js. What comes before the table can obey is kept, the newest of each kind.

import { $, say } from "./elements.js";
import { speak } from "./game.js";
import { choose } from "./settings.js";

const HELLO_MS_MAX = 10_000; // how long the page around may take to answer; its token may take longer
const TOKEN = "pontoon/token";
const NO_TOKEN = "pontoon/no-token";
const OPENING = "Opening your seat …";
const WORDS = {
  alone: "The page around this table has not answered.",
  failed: "Your casino’s page could not open your seat. No money has moved.",
  waiting: "Waiting for your casino’s page to open your seat …",
};

/** @param {string} origin of the page around; messages go nowhere else */
export function createHost(origin) {
  const tell = (type, facts = {}) => parent.postMessage({ type: `pontoon/${type}`, ...facts }, origin);
  const commands = new Map();
  const early = new Map();
  let told = null;
  let waiting = null; // for a token
  let late = null;
  addEventListener("message", ({ source, origin: from, data }) => {
    if (source !== parent || from !== origin || typeof data?.type !== "string") return;
    if (data.type === "pontoon/start") greeted(data);
    else if (data.type !== TOKEN || typeof data.token === "string") hear(data);
  });
  $("again").addEventListener("click", () => {
    offerAgain(false);
    show(OPENING);
    if (late === null) tell("again");
    else greet();
  });
  greet();

  function greet() {
    tell("hello");
    clearTimeout(late);
    late = setTimeout(() => {
      stuck(WORDS.alone);
      tellError(new Error(WORDS.alone));
    }, HELLO_MS_MAX);
  }

  function greeted({ theme, guest, coming }) {
    clearTimeout(late);
    late = null;
    offerAgain(false);
    if (theme) choose({ felt: theme }, false);
    if (guest === true) hear({ type: TOKEN, token: null });
    else if (waiting) show(coming ? OPENING : WORDS.waiting);
  }

  function hear(data) {
    if (data.type === TOKEN) offerAgain(false);
    if (commands.has(data.type)) commands.get(data.type)(data);
    else if (data.type === TOKEN && waiting) waiting(data.token);
    else if (data.type === NO_TOKEN) stuck(WORDS.failed);
    else early.set(data.type, data);
  }

  /** Nobody sits: why, and a button to ask once more. */
  function stuck(words) {
    show(words);
    speak(words);
    offerAgain(true);
  }

  function tellError(error) {
    tell("error", { slug: error.slug ?? "unreachable", detail: error.message });
  }

  return {
    stuck,
    /** Resolves to the next token that comes; null: a guest. */
    async nextToken() {
      const kept = early.get(TOKEN);
      early.delete(TOKEN);
      if (kept) return kept.token;
      const token = await new Promise((resolve) => { waiting = resolve; });
      waiting = null;
      show(OPENING);
      return token;
    },
    ready: ({ balance, currency, round }) => tell("ready", { balance, currency, playing: round !== null }),
    balance({ balance, currency }) {
      if (balance === told) return;
      told = balance;
      tell("balance", { balance, currency });
    },
    settled: ({ round_id, number, status, staked, returned, net }, { balance }) =>
      tell("round-settled", { round_id, number, status, staked, returned, net, balance }),
    ended: () => tell("session-ended"),
    error: tellError,
    /** @param {{client: import("../client").Client, game: any}} table */
    obey({ client, game }) {
      commands.set(NO_TOKEN, () => {
        game.close(WORDS.failed);
        offerAgain(true);
      });
      commands.set(TOKEN, ({ token }) => {
        client.useToken(token);
        game.close("");
        game.sync(true);
      });
      commands.set("pontoon/refresh", () => game.sync(true));
      commands.set("pontoon/open", ({ panel }) => {
        if (["rules", "history", "limits", "options"].includes(panel)) game.open(panel);
      });
      commands.set("pontoon/theme", ({ theme }) => choose({ felt: theme }, false));
      commands.set("pontoon/sound", ({ on }) => choose({ sound: on === true }, false));
      for (const [type, data] of early) commands.get(type)?.(data);
      early.clear();
    },
  };
}

const show = (words) => say($("call-text"), words);
const offerAgain = (yes) => { $("again").hidden = !yes; };
