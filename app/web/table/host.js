// The page around the frame: who it is was named in the address, and it alone is heard and told.
// The other side is embed.js.

const TOKEN_MS_MAX = 10_000; // how long the page around may take to hand over its token

/** @param {string} origin of the page around; messages go nowhere else */
export function createHost(origin) {
  const tell = (type, facts = {}) => parent.postMessage({ type: `pontoon/${type}`, ...facts }, origin);
  let told = null;
  const commands = new Map();
  let start;
  const started = new Promise((resolve, reject) => {
    start = resolve;
    setTimeout(() => reject(new Error("the page around this table has not answered")), TOKEN_MS_MAX);
  });
  addEventListener("message", ({ source, origin: from, data }) => {
    if (source !== parent || from !== origin || typeof data?.type !== "string") return;
    if (data.type === "pontoon/start") start({ token: data.token ?? null, theme: data.theme ?? null });
    else commands.get(data.type)?.(data);
  });
  tell("hello");

  return {
    /** Resolves to the token (null: a guest) and the theme. */
    started,
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
    async obey({ client, game }) {
      const { choose } = await import("./settings.js");
      commands.set("pontoon/token", ({ token }) => {
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
    },
  };
}
