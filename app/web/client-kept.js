// What the house announced before each bet, with the client seed and the stakes sent for it. A
// proof that agrees with it shows that its seeds were fixed beforehand. It stays in this browser.

const KEPT_MAX = 1_000; // announcements, the oldest go first; about 500 bytes each
const BETS_MAX = 8; // different bets sent on one announcement: each but the last was refused
const PLACE = "pontoon.kept";

/** `localStorage`, or memory where a browser gives none (as in some frames). */
export function safeStorage() {
  try {
    const storage = globalThis.localStorage;
    storage.getItem(PLACE);
    return storage;
  } catch {
    const held = new Map();
    return {
      getItem: (name) => held.get(name) ?? null,
      setItem: (name, text) => held.set(name, text),
      removeItem: (name) => held.delete(name),
    };
  }
}

/** @returns a keeper of announcements; every change reads first, since other tabs write too */
export function createKept(storage = safeStorage()) {
  function all() {
    try {
      const read = JSON.parse(storage.getItem(PLACE) ?? "[]");
      return Array.isArray(read) ? read : [];
    } catch {
      return []; // somebody else's text: nothing was kept
    }
  }

  function put(entries) {
    try {
      storage.setItem(PLACE, JSON.stringify(entries.slice(-KEPT_MAX)));
    } catch {
      // The browser has no room: such a hand's proof will say that nothing was kept.
    }
  }

  const find = (entries, id) => entries.find((entry) => entry.next_round.round_id === id);

  function entryFor(next, entries) {
    const found = find(entries, next.round_id);
    // The first announcement of a round is the one that binds: it is never written over.
    if (found) return found;
    const made = { next_round: next, bets: [] };
    entries.push(made);
    return made;
  }

  return {
    keep(next) {
      const entries = all();
      if (find(entries, next.round_id)) return;
      entryFor(next, entries);
      put(entries);
    },
    seedFor(next, make) {
      return find(all(), next.round_id)?.bets.at(-1)?.client_seed ?? make();
    },
    bet(next, client_seed, stake) {
      const entries = all();
      const { bets } = entryFor(next, entries);
      if (bets.some((bet) => bet.client_seed === client_seed && bet.stake === stake)) return;
      bets.push({ client_seed, stake });
      bets.splice(0, bets.length - BETS_MAX);
      put(entries);
    },
    /** As `pontoon replay --announced` takes it, or null when nothing was kept. */
    announced(round) {
      const found = find(all(), round.round_id);
      if (!found || found.bets.length === 0) return null;
      const sent = found.bets.find((bet) =>
        bet.client_seed === round.client_seed && bet.stake === round.stake_requested);
      return { next_round: found.next_round, ...(sent ?? found.bets.at(-1)) };
    },
  };
}
