// The best play of each decision, told after the hand and never during it.

import { totalWords } from "./words.js";

const DID = { twist: "twisted", stick: "stuck", buy: "bought", split: "split" };
const DOES = { twist: "twist", stick: "stick", buy: "buy", split: "split" };

/** What the certified strategy does with this hand, or null where it says nothing. */
export function bestPlay(hand, round, rtp) {
  const [one, two] = hand.cards;
  if (hand.cards.length === 2 && one[0] === two[0] && round.legal_actions.includes("split")) {
    const pair = rtp.pairs.find(({ rank }) => rank === one[0]);
    if (pair) return pair.action;
  }
  const bought = hand.stake > round.stake;
  const cell = rtp.cells.find((one) => one.cards === hand.cards.length && one.soft === hand.soft
    && one.total === hand.total && one.bought === bought);
  return cell?.action ?? null;
}

/** Remembers the decisions of the round in play as they are made. */
export function createAdvice(rtp) {
  let seen = { round_id: null, decisions: [] };
  return {
    note(round, action) {
      if (!rtp) return;
      if (seen.round_id !== round.round_id) seen = { round_id: round.round_id, decisions: [] };
      const hand = round.hands[round.active_hand];
      const best = bestPlay(hand, round, rtp);
      // One for each version: a decision that was refused is made again.
      seen.decisions = seen.decisions.filter(({ version }) => version !== round.version);
      if (best) seen.decisions.push({ version: round.version, hand, action, best });
    },
    /** Sentences on the decisions that were seen of this round, one for each. */
    words(round) {
      if (!rtp || seen.round_id !== round.round_id) return [];
      return seen.decisions.filter(({ version }) => version < round.version).map(({ hand, action, best }) => {
        const on = `${totalWords(hand)} (${hand.cards.length} cards)`;
        return action === best ? { text: `You ${DID[action]} on ${on}: the best play.`, best: true }
          : { text: `You ${DID[action]} on ${on}. The best play is to ${DOES[best]}.`, best: false };
      });
    },
  };
}
