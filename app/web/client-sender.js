// One request until it has an answer: sent again under the same key after a lost connection, an
// answer that did not come in time, 503, or 409 request-in-progress.

const TRIES_MAX = 60; // about eight minutes without an answer
const REFUSED_TRIES_MAX = 8; // of a server that answers, but cannot do it at the moment
const FIRST_WAIT_MS = 400;
const WAIT_MS_MAX = 8_000;
const ANSWER_MS_MAX = 20_000;

/** The server said no: `slug` as in /problems/<slug>, `facts` its RFC 9457 members. */
export class Problem extends Error {
  /** @param {{type: string, title: string, detail: string, status: number}} facts */
  constructor(facts, retryAfter = null) {
    super(facts.detail || facts.title);
    this.name = "Problem";
    this.slug = facts.type.split("/").pop();
    this.facts = facts;
    this.retryAfter = retryAfter;
  }
}

/** No answer came, however often it was asked. Whether it was done is not known. */
export class Unreachable extends Error {
  constructor() {
    super("the server does not answer");
    this.name = "Unreachable";
  }
}

/** 32 random hex digits: a client seed, or an idempotency key. */
export function freshHex() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {{api: string, fetch: typeof fetch, line: (line: "ok"|"lost"|"waiting") => void}} parts */
export function createSender({ api, fetch, line }) {
  const wakers = new Set();
  let troubled = 0; // requests that are being sent again

  async function send(request) {
    let counted = false;
    try {
      for (let tries = 1; ; tries += 1) {
        const answer = await once(request);
        const again = answer === null || comesAgain(answer);
        if (!again) return settle(answer);
        if (tries >= (answer === null ? TRIES_MAX : REFUSED_TRIES_MAX)) return settle(answer);
        if (!counted) troubled += 1;
        counted = true;
        line(answer === null ? "lost" : "waiting");
        await pause(waitAfter(tries, answer));
      }
    } finally {
      if (counted) troubled -= 1;
      if (counted && troubled === 0) line("ok");
    }
  }

  /** The answer, or null when none came or a proxy spoke in the server's place. */
  async function once({ method, path, body, key, token }) {
    const headers = {};
    if (token) headers.Authorization = `Bearer ${token}`;
    if (key) headers["Idempotency-Key"] = key;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), ANSWER_MS_MAX);
    try {
      const response = await fetch(api + path, {
        method, headers, body: body === undefined ? undefined : JSON.stringify(body),
        signal: late.signal, credentials: "omit", cache: "no-store",
      });
      const retryAfter = Number(response.headers.get("Retry-After")) || null;
      return { ok: response.ok, status: response.status, facts: await response.json(), retryAfter };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @returns {Promise<void>} after the wait, or as soon as somebody hurries */
  function pause(milliseconds) {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      wakers.add(wake);
    });
  }

  return { send, hurry: () => [...wakers].forEach((wake) => wake()) };
}

function comesAgain({ status, facts }) {
  return status === 503 || (status === 409 && String(facts.type).endsWith("/request-in-progress"));
}

function waitAfter(tries, answer) {
  if (answer?.retryAfter) return Math.min(answer.retryAfter * 1000, WAIT_MS_MAX);
  return Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), WAIT_MS_MAX);
}

function settle(answer) {
  if (answer === null) throw new Unreachable();
  if (!answer.ok) throw new Problem(answer.facts, answer.retryAfter);
  return answer.facts;
}
