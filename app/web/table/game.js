// A sitting at the table: what the player does goes to the client, what the client knows is drawn.

import { createAdvice } from "./advice.js";
import { createButtons } from "./buttons.js";
import { createChips } from "./chips.js";
import { $, el, money, say } from "./elements.js";
import { createCount, drawArc, drawRound, drawShoe } from "./felt.js";
import { installKeys, keyCaps } from "./keys.js";
import { installPanel, openPanel } from "./panels.js";
import { onSettings, settings } from "./settings.js";
import { drawStanding, mostOf, startClock } from "./standing.js";
import { refusalWords, roundResult, spokenOf, turnWords } from "./words.js";

const SYNC_MS_LEAST = 1_000; // between two looks at the seat that only the focus asked for
const POLL_MS = 3_000; // while a stake waits at the wallet, or nothing can be announced

/** @param {{client: import("../client").Client, table: any, advises: boolean, host: any}} parts */
export function startGame({ client, table, advises, host }) {
  const advice = createAdvice(advises && table.advice ? table.rtp : null);
  const chips = createChips(table, { changed: () => { notice(""); hear("chip"); draw(); }, refused: notice });
  const counted = createCount();
  const buttons = createButtons({ act, deal, repeat, clear: () => chips.clear() });
  let busy = false;
  let closed = null; // why nothing can be bet here any more
  let foreign = null; // a round that another window ended
  let told = { round_id: null, version: 0, round: null };
  let noticed = "";
  let [synced, syncing, again] = [0, false, false];
  let polling = null;

  const playing = () => client.state.round !== null;

  /** The round that lies on the felt: in play, or ended and not yet followed by another. */
  function shownRound() {
    const { round, last, next_round: next } = client.state;
    if (round) return round;
    const ended = [last, foreign].filter(Boolean).sort((a, b) => b.number - a.number)[0] ?? null;
    return ended && (!next || ended.number + 1 === next.number) ? ended : null;
  }

  function draw() {
    const { state } = client;
    const round = shownRound();
    const inPlay = playing();
    const bound = mostOf(state, table);
    const betting = !inPlay && state.next_round !== null && closed === null;
    $("felt").dataset.phase = inPlay ? "playing" : round ? "ended" : "betting";
    chips.allow(bound, betting);
    chips.draw();
    drawRound(round, table.chips);
    drawStanding(state, table);
    drawShoe(counted(state), table, $("felt").dataset.phase);
    drawBet(state, betting);
    drawControls(state, inPlay, betting, bound);
    drawCall(round, inPlay, betting);
    drawAfter(round, inPlay);
  }

  function drawBet(state, betting) {
    const bet = chips.amount();
    say($("bet-label"), state.round ? "At stake" : "Your bet");
    say($("bet"), money(state.round ? state.round.staked : bet));
    const raise = betting && bet > 0 && bet < table.limits.min;
    say($("notice"), raise ? `The least stake is ${money(table.limits.min)}: your ${money(bet)} will be raised to ${money(table.limits.min)}.` : noticed);
  }

  function drawControls(state, inPlay, betting, most) {
    const keys = keyCaps(table);
    const stake = inPlay ? state.round.hands[state.round.active_hand]?.stake : null;
    const focused = document.activeElement;
    buttons.drawTurn({ round: state.round, balance: state.balance, stake, keys, busy });
    buttons.drawGo({
      bet: chips.amount(), min: table.limits.min, lastStake: state.last_stake, most, keys, busy,
      closed: closed ?? (betting ? null : "No round can be dealt at the moment"),
    });
    $("playing").hidden = !inPlay;
    $("betting").hidden = inPlay;
    // What had the focus is gone: keep it among the controls, not at the top of the page.
    if (focused instanceof HTMLElement && focused !== document.body && !focused.checkVisibility()) {
      $("controls").focus({ preventScroll: true });
    }
  }

  function drawCall(round, inPlay, betting) {
    let words = closed ?? "";
    if (inPlay) words = turnWords(round, mayDo());
    else if (round) words = roundResult(round);
    else if (betting) words = chips.amount() ? "Deal when you are ready" : "Place your bet";
    else if (!closed) words = "No round can be dealt at the moment. Trying again …";
    const raised = round && round.stake !== null && round.stake !== round.stake_requested && (inPlay || chips.amount() === 0);
    say($("call-text"), raised ? `${words} (your ${money(round.stake_requested)} was raised to ${money(round.stake)})` : words);
    $("call").className = `call${!inPlay && round?.net > 0 ? " glad" : ""}${inPlay ? " turn" : ""}`;
  }

  function mayDo() {
    const { round, balance } = client.state;
    const stake = round.hands[round.active_hand]?.stake;
    const bars = buttons.barsOf({ round, balance, stake });
    return round.legal_actions.filter((action) => bars.get(action) === null);
  }

  function drawAfter(round, inPlay) {
    const place = $("after");
    const frozen = round?.status === "frozen";
    const ended = round && !inPlay && !frozen && round.status !== "lapsed" ? round : null;
    const mark = frozen || ended ? `${round.round_id} ${round.version} ${round.status}` : "";
    if (place.dataset.mark === mark) return;
    place.dataset.mark = mark;
    place.replaceChildren(...(frozen ? [el("p", {}, `Round ${round.round_id}`)] : []));
    if (!ended) return;
    const words = advice.words(ended);
    place.append(el("button", { type: "button", class: "link", id: "check", onclick: () => open("check", { round: ended }) }, "Check this hand"));
    if (words.length) {
      const off = words.filter(({ best }) => !best).length;
      place.append(el("details", { class: "advice", ontoggle: ({ target }) => target.lastChild.scrollIntoView({ block: "nearest" }) },
        el("summary", {}, off ? `Best play: ${off} of ${words.length} differed` : "Best play: all of it"),
        el("ul", { tabindex: 0 }, words.map(({ text, best }) => el("li", { class: best ? "best" : "other" }, text)))));
    }
  }

  /** After each change of what is known: draw it, read out what is new, tell the page around us. */
  function changed() {
    const before = told.round;
    if (before && ["awaiting_stake", "in_play", "frozen"].includes(before.status) && !playing()
      && client.state.last?.round_id !== before.round_id && foreign?.round_id !== before.round_id) {
      lookUp(before.round_id);
    }
    draw();
    const round = shownRound();
    if (round && (round.round_id !== told.round_id || round.version > told.version || round.status !== told.round.status)) {
      speak(spokenOf(before, round));
      if (!playing()) ended(round, before !== null);
      else if (before !== null) hear("card");
      told = { round_id: round.round_id, version: round.version, round };
      channel?.postMessage({ number: round.number, version: round.version, status: round.status });
    }
    host?.balance(client.state);
    poll();
  }

  function ended(round, seen) {
    if (seen) hear(round.net > 0 ? "win" : "end");
    host?.settled(round, client.state);
    sync(true); // what the session has brought in all, and the shoe
  }

  /** Another window ended this round: ask how. */
  async function lookUp(id) {
    try {
      foreign = await client.round(id);
      changed();
    } catch (error) {
      refused(error);
    }
  }

  async function move(make) {
    if (busy || client.moving) return;
    busy = true;
    noticed = "";
    draw();
    try {
      await make();
    } catch (error) {
      refused(error);
      sync(true);
    } finally {
      busy = false;
      draw();
    }
  }

  function deal() {
    if (busy || playing() || closed) return;
    const stake = chips.amount();
    if (stake === 0) return notice("Put down a chip first.");
    if (client.state.next_round === null) return notice("No round can be dealt at the moment.");
    move(async () => {
      await client.bet(stake);
      chips.clear();
    });
  }

  function repeat() {
    const { last_stake: stake } = client.state;
    if (busy || playing() || !stake) return;
    const most = mostOf(client.state, table);
    if (stake > most.pence) notice(most.why);
    else chips.set(stake);
  }

  function act(action) {
    const { round, balance } = client.state;
    if (busy || !round) return;
    const bars = buttons.barsOf({ round, balance, stake: round.hands[round.active_hand]?.stake });
    const why = bars.get(action);
    if (why !== null) return why && speak(why);
    advice.note(round, action);
    move(() => client.act(action));
  }

  function press(key) {
    if (key === "deal-or-stick") return playing() ? act("stick") : deal();
    return key === "repeat-bet" ? repeat() : act(key);
  }

  function refused(error) {
    notice(refusalWords(error));
    host?.error(error);
  }

  function notice(text) {
    noticed = text;
    if (text) speak(text);
    drawBet(client.state, !playing());
  }

  /** Read where the seat stands; other windows may have played. */
  async function sync(now = false) {
    if (!client.token || (!now && performance.now() - synced < SYNC_MS_LEAST)) return;
    synced = performance.now();
    again = syncing && now; // what is on its way may have been answered before
    if (syncing) return;
    syncing = true;
    try {
      await client.session();
    } catch (error) {
      if (error.slug !== "unauthorised") refused(error);
    } finally {
      syncing = false;
    }
    if (again) sync(true);
  }

  function poll() {
    const { round, next_round: next } = client.state;
    const waits = client.token && ((round && round.status === "awaiting_stake") || (!round && !next));
    clearTimeout(polling);
    if (waits) polling = setTimeout(() => sync(true), POLL_MS);
  }

  const open = (name, more = {}) => openPanel(name, { client, table, advises, ...more });
  const channel = openChannel(({ number, version, status }) => {
    const { round, next_round: next } = client.state;
    const moved = round ? version > round.version || (version === round.version && status !== round.status)
      : next !== null && number === next.number;
    if (moved || number > (round ?? next ?? { number: 0 }).number) sync(true);
  });

  client.on("state", changed);
  client.on("ended", () => closed === null && draw());
  onSettings(draw);
  installKeys({ table, busy: () => busy, press });
  installPanel();
  document.querySelectorAll("[data-panel]").forEach((button) => {
    if (button.matches("button")) button.addEventListener("click", () => open(button.dataset.panel));
  });
  $("hurry").addEventListener("click", () => client.hurry());
  addEventListener("online", () => client.hurry());
  addEventListener("focus", () => sync());
  document.addEventListener("visibilitychange", () => { if (!document.hidden) sync(); });
  drawArc(table);
  startClock();
  changed();

  return {
    open, sync,
    /** Nothing can be bet any more: say why; an empty reason opens the table again. */
    close(why) {
      closed = why || null;
      draw();
      if (why) speak(why);
    },
  };
}

function hear(kind) {
  if (settings().sound) import("./sound.js").then(({ sound }) => sound(kind));
}

/** Read out, once: the one polite live region of the page. */
export function speak(text) {
  const spoken = $("spoken");
  spoken.textContent = spoken.textContent === text ? `${text}\u00a0` : text;
}

export function drawLine(line) {
  $("line").hidden = line === "ok";
  $("line").className = `line ${line}`;
  const words = line === "lost" ? "Connection lost. Your hand is safe; trying again…" : "The table is busy; trying again…";
  say($("line-text"), words);
  speak(line === "ok" ? "Connected." : words);
}

/** Windows of the same browser tell one another that the seat has moved; each asks the server. */
function openChannel(moved) {
  if (typeof BroadcastChannel === "undefined") return null;
  const channel = new BroadcastChannel("pontoon");
  channel.addEventListener("message", ({ data }) => moved(data));
  return channel;
}
