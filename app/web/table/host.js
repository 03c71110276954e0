// The page around the frame: who it is was named in the address, and it alone is heard and told.
// The other side is embed.js. What comes before the table can obey is kept, the newest of each kind.

import { choose } from "./settings.js";

const HELLO_MS_MAX = 10_000; // how long the page around may take to answer; its token may take longer
const TOKEN = "pontoon/token";

/**
 * @param {string} origin of the page around; messages go nowhere else
 * @param {(error: Error) => void} unanswered hears that nobody has answered so far
 */
export function createHost(origin, unanswered) {
  const tell = (type, facts = {}) => parent.postMessage({ type: `pontoon/${type}`, ...facts }, origin);
  const commands = new Map();
  const early = new Map();
  let told = null;
  let waiting = null; // for a token
  const late = setTimeout(() => unanswered(new Error("The page around this table has not answered.")), HELLO_MS_MAX);
  addEventListener("message", ({ source, origin: from, data }) => {
    if (source !== parent || from !== origin || typeof data?.type !== "string") return;
    if (data.type === "pontoon/start") greeted(data);
    else hear(data);
  });
  tell("hello");

  function greeted({ theme, guest }) {
    clearTimeout(late);
    if (theme) choose({ felt: theme }, false);
    if (guest === true) hear({ type: TOKEN, token: null });
  }

  function hear(data) {
    if (commands.has(data.type)) commands.get(data.type)(data);
    else if (data.type === TOKEN && waiting) waiting(data.token);
    else early.set(data.type, data);
  }

  return {
    /** Resolves to the next token that comes; null: a guest. */
    async nextToken() {
      const kept = early.get(TOKEN);
      early.delete(TOKEN);
      if (kept) return kept.token;
      const token = await new Promise((resolve) => { waiting = resolve; });
      waiting = null;
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
    error: (error) => tell("error", { slug: error.slug ?? "unreachable", detail: error.message }),
    /** @param {{client: import("../client").Client, game: any}} table */
    obey({ client, game }) {
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
