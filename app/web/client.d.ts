// Types of client.js. Amounts are whole pence; cards are "AC", "TD", "9H", "KS", and "??" face down.

export type Action = "twist" | "stick" | "buy" | "split";
export type Outcome = "win" | "lose" | "bust" | "pontoon" | "five_card_trick" | "void";

export interface Hand {
  cards: string[];
  total: number;
  soft: boolean;
  /** Bought part included. */
  stake: number;
  state: "waiting" | "active" | "stuck" | "bust" | "pontoon" | "five_card_trick";
  outcome: Outcome | null;
  /** Pence paid back, the stake included; null until settled. */
  returned: number | null;
}

export interface Dealer {
  cards: string[];
  total: number | null;
  result: "not_played" | "stuck" | "bust" | "pontoon" | "five_card_trick" | null;
}

export interface Announcement {
  seat_id: string;
  number: number;
  round_id: string;
  rules_id: string;
  rules_sha256: string;
  shoe_before: string;
  commitment: string;
}

export interface Round {
  round_id: string;
  number: number;
  version: number;
  status: "awaiting_stake" | "in_play" | "settled" | "void" | "lapsed" | "frozen";
  stake_requested: number | null;
  stake: number | null;
  client_seed: string | null;
  commitment: string;
  hands: Hand[];
  active_hand: number | null;
  dealer: Dealer;
  legal_actions: Action[];
  /** Why each other action is not allowed now, in words for the player. */
  barred: Partial<Record<Action, { code: string; text: string }>>;
  staked: number;
  returned: number | null;
  net: number | null;
}

/** The answer to a bet or an action. */
export interface PlayedRound extends Round {
  balance: number;
  next_round: Announcement | null;
}

export interface Limits {
  table_max: number | null;
  may_change_from: string | null;
}

export interface Session {
  session_id: string;
  currency: string;
  balance: number;
  last_stake: number | null;
  round: Round | null;
  next_round: Announcement | null;
  shoe: { counts: string; remaining: number; made_whole: boolean } | null;
  limits: Limits;
  net: number;
  started_at: string;
  expires_at: string;
  server_time: string;
}

/** The newest that is known of the seat. `last` is the round that ended last, while this page looked on. */
export interface State extends Partial<Omit<Session, "balance" | "last_stake">> {
  round: Round | null;
  last: Round | null;
  next_round: Announcement | null;
  balance: number | null;
  last_stake: number | null;
}

export interface Kept {
  next_round: Announcement;
  client_seed: string;
  stake: number;
}

export interface Options {
  /** Address of the server; by default that of the page. */
  api?: string;
  /** Token of a session that your server opened; leave it out and call openSession() for a guest. */
  token?: string | null;
  fetch?: typeof fetch;
}

/** "lost": no answer comes; "waiting": the server cannot do it yet. Either is sent again by itself. */
export type Line = "ok" | "lost" | "waiting";

export interface Client {
  readonly token: string | null;
  readonly state: State;
  /** A bet or an action is on its way; another one throws. */
  readonly moving: boolean;
  on(name: "state", listener: (state: State) => void): () => void;
  on(name: "line", listener: (line: Line) => void): () => void;
  on(name: "ended", listener: (problem: Problem) => void): () => void;
  useToken(token: string | null): void;
  hurry(): void;
  openSession(): Promise<Session>;
  session(): Promise<Session>;
  table(): Promise<Record<string, unknown>>;
  examples(): Promise<{ examples: Example[] }>;
  bet(stake: number): Promise<PlayedRound>;
  act(action: Action): Promise<PlayedRound>;
  round(id: string): Promise<Round>;
  rounds(cursor?: string | null): Promise<{ rounds: Round[]; next_cursor: string | null }>;
  /** The public keys of the house, in PEM: what its proofs are signed with. */
  keys(): Promise<{ keys: { key_id: string; public_key: string }[] }>;
  proof(id: string): Promise<Record<string, unknown>>;
  limits(): Promise<Limits>;
  setTableMax(pence: number): Promise<Limits>;
  announced(round: Round): Kept | null;
}

export interface Example {
  name: string;
  title: string;
  about: string;
  steps: { done: string; round: Round }[];
}

export class Problem extends Error {
  /** As in /problems/<slug>. */
  readonly slug: string;
  readonly facts: { type: string; title: string; status: number; detail: string; request_id: string } & Record<string, unknown>;
  readonly retryAfter: number | null;
}

export class Unreachable extends Error {}

export function createClient(options?: Options): Client;
