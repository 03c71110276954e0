// <pontoon-table api="https://pontoon.example" theme="green"></pontoon-table>
//
// The table of a Pontoon server in a page of yours: an iframe underneath. Your server opens the
// session; hand its token over with `table.token = ...` or a `token` function, never in an address.
// With the attribute `guest` and no token a guest plays, where the server has guests; else the table
// waits for a token. Words and a live example: /docs/embedding.

const EVENTS = ["ready", "balance", "round-settled", "session-ended", "error"];
const HEIGHT = "760px"; // until your style sheet says otherwise
const TOKEN_MS_MAX = 20_000; // how long a token function may take before the player is told
const TOKEN = /^[!-~]{1,512}$/; // what a request can carry: a page of HTML is none

class PontoonTable extends HTMLElement {
  static observedAttributes = ["theme"];
  #frame = null;
  #origin = null;
  #token = null;
  #asked = 0; // how often the token was asked for: the newest answer counts
  #awake = false; // the frame has said hello: before, its window is not yet the server's

  /** A token, or a function that gives one (or a promise of one) each time the table asks. */
  get token() { return this.#token; }
  set token(token) {
    this.#token = token;
    this.#handOver();
  }

  connectedCallback() {
    // A token that was set before this file had come lies on the element itself: take it up.
    if (Object.hasOwn(this, "token")) {
      const early = this.token;
      delete this.token;
      this.#token = early;
    }
    // Without `api` it is the server that this file came from.
    const api = new URL(this.getAttribute("api") ?? import.meta.url, location.href);
    this.#origin = api.origin;
    const address = new URL("/", api.origin);
    address.searchParams.set("host", location.origin);
    if (this.hasAttribute("theme")) address.searchParams.set("theme", this.getAttribute("theme"));
    if (this.getAttribute("advice") === "off") address.searchParams.set("advice", "off");
    this.#frame = document.createElement("iframe");
    this.#frame.src = address.href;
    this.#frame.title = this.getAttribute("title") ?? "Pontoon";
    this.#frame.referrerPolicy = "no-referrer";
    Object.assign(this.#frame.style, { display: "block", width: "100%", height: "100%", border: "0" });
    if (!this.style.display) this.style.display = "block";
    if (!this.style.height && getComputedStyle(this).height === "0px") this.style.height = HEIGHT;
    addEventListener("message", this.#hear);
    this.replaceChildren(this.#frame);
  }

  disconnectedCallback() {
    removeEventListener("message", this.#hear);
    this.#frame = null;
    this.#awake = false;
  }

  attributeChangedCallback(name, before, theme) {
    if (before !== theme) this.#tell("theme", { theme });
  }

  /** Read the balance and the hand again: you moved money, or your player came back. */
  refresh() { this.#tell("refresh"); }
  /** @param {"rules"|"history"|"limits"|"options"} panel */
  open(panel) { this.#tell("open", { panel }); }
  /** @param {boolean} on */
  sound(on) { this.#tell("sound", { on }); }

  #tell(type, facts = {}) {
    if (this.#awake) this.#frame?.contentWindow?.postMessage({ type: `pontoon/${type}`, ...facts }, this.#origin);
  }

  #hear = ({ source, origin, data }) => {
    if (!this.#frame || source !== this.#frame.contentWindow || origin !== this.#origin) return;
    if (data?.type === "pontoon/hello") {
      this.#awake = true;
      this.#start();
    }
    if (data?.type === "pontoon/again") this.#start();
    const name = String(data?.type).replace("pontoon/", "");
    if (!EVENTS.includes(name)) return;
    const { type, ...detail } = data;
    this.dispatchEvent(new CustomEvent(name, { detail }));
  };

  /** Say who sits down: the player of the token, a guest, or nobody yet. */
  #start() {
    const guest = this.hasAttribute("guest") && this.#token === null;
    this.#tell("start", { theme: this.getAttribute("theme"), guest, coming: this.#token !== null });
    if (this.#token !== null) this.#handOver();
  }

  async #handOver() {
    if (!this.#awake) return;
    const source = this.#token;
    const turn = ++this.#asked;
    const late = setTimeout(() => this.#noToken(turn, "The token function has not answered."), TOKEN_MS_MAX);
    try {
      const given = typeof source === "function" ? await source() : source;
      const token = typeof given === "string" ? given.trim() : "";
      if (!TOKEN.test(token)) throw new TypeError("What was given is not a token.");
      if (turn === this.#asked) this.#tell("token", { token }); // else another was set meanwhile
    } catch (error) {
      this.#noToken(turn, String(error));
    } finally {
      clearTimeout(late);
    }
  }

  /** Both learn of it: your page by an event, your player by a word and a button to try again. */
  #noToken(turn, detail) {
    if (turn !== this.#asked) return;
    this.#tell("no-token");
    this.dispatchEvent(new CustomEvent("error", { detail: { slug: "no-token", detail } }));
  }
}

if (!customElements.get("pontoon-table")) customElements.define("pontoon-table", PontoonTable);
