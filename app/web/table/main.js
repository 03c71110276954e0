// The start of the page: whose session, which felt, in a frame or by itself, playing or an example.

import { createClient } from "../client.js";
import { drawLine, startGame } from "./game.js";
import { $, countIn, say } from "./elements.js";
import { choose, FELTS, guestToken, keepGuestToken, onGuestToken, onSettings, settings } from "./settings.js";
import { refusalWords } from "./words.js";

const asked = new URLSearchParams(location.search);

function paint({ felt }) {
  document.documentElement.dataset.felt = felt in FELTS ? felt : "green";
}

onSettings(paint);
if (asked.has("theme")) choose({ felt: asked.get("theme") }, false);
paint(settings());

if (asked.has("example")) {
  const { showExample } = await import("./example.js");
  await showExample(createClient(), asked.get("example"));
} else if (asked.has("host")) {
  await sitInFrame(asked.get("host"));
} else {
  await sitAsGuest();
}
performance.mark("pontoon-drawn");

/** By itself: the token of this browser's guest, or a new one. */
async function sitAsGuest() {
  await sit(createClient({ token: guestToken() }), null, true);
}

/** In a casino's page: its token comes by message, and is kept nowhere. A guest sits if it says so. */
async function sitInFrame(origin) {
  const { createHost } = await import("./host.js");
  const host = createHost(origin);
  for (let seated = false; !seated;) {
    const token = await host.nextToken();
    const guest = token === null;
    seated = await sit(createClient({ token: guest ? guestToken() : token }), host, guest);
  }
}

/** @returns {Promise<boolean>} whether the game has begun; else the player and the page around know why */
async function sit(client, host, guest) {
  client.on("line", drawLine);
  const told = client.table();
  told.catch(() => {}); // said below, once
  try {
    await enter(client, guest);
    const table = await told;
    countIn(table.currency);
    const game = startGame({ client, table, advises: asked.get("advice") !== "off", host });
    client.on("ended", () => leave(client, game, host, guest));
    if (guest) followOtherWindows(client, game);
    host?.ready(client.state);
    host?.obey({ client, game });
    return true;
  } catch (error) {
    const dead = host !== null && error.slug === "unauthorised";
    const words = dead ? "Your session has ended."
      : error.slug === "forbidden" ? "This table has no guests: it is played from your casino’s page." : refusalWords(error);
    if (host === null) say($("call-text"), words);
    else host.stuck(words);
    if (dead) host.ended();
    else host?.error(error);
    return false;
  }
}

/** Sit down: with the token there is, or as a guest. */
async function enter(client, guest) {
  if (client.token) {
    try {
      return await client.session();
    } catch (error) {
      if (error.slug !== "unauthorised" || !guest) throw error;
      keepGuestToken(null);
    }
  }
  const session = await client.openSession();
  if (guest) keepGuestToken(client.token);
  return session;
}

function leave(client, game, host, guest) {
  if (guest) keepGuestToken(null);
  game.close(guest ? "Your session has ended. Reload the page for a new one." : "Your session has ended.");
  host?.ended();
}

/** Another window opened a new session: this one sits at that seat too. */
function followOtherWindows(client, game) {
  onGuestToken((token) => {
    if (token === client.token) return;
    client.useToken(token);
    game.close("");
    game.sync(true);
  });
}
