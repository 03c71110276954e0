// Sends one documented call to this server and shows what came back. What an answer says of the
// round is filled in where the next call needs it.
import { el, freshKey } from "/docs/elements.js";

const forms = [];

function shown(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

function address(path, inputs) {
  const query = new URLSearchParams();
  let filled = path;
  for (const { one, input } of inputs) {
    const value = input.value.trim();
    if (one.in === "path") filled = filled.replace(`{${one.name}}`, encodeURIComponent(value));
    if (one.in === "query" && value) query.set(one.name, value);
  }
  return query.size ? `${filled}?${query}` : filled;
}

// The announced round, and the round that was last shown, as far as this answer names them.
function rounds(answer) {
  const announced = answer.next_round || (answer.round ? null : undefined);
  const seen = answer.round || answer.current || (answer.version ? answer : null);
  return { announced, seen };
}

function edit(body, change) {
  try { body.value = JSON.stringify(change(JSON.parse(body.value)), null, 2); } catch { /* typed over */ }
}

function fillIn(answer) {
  const { announced, seen } = rounds(answer);
  for (const { path, inputs, body } of forms) {
    if (seen) for (const { one, input } of inputs) if (one.name === "round_id") input.value = seen.round_id;
    if (body && announced && path === "/v1/rounds") {
      edit(body, (bet) => ({ ...bet, round_id: announced.round_id, client_seed: freshKey() }));
    }
    if (body && seen && path.endsWith("/actions")) {
      const action = (seen.legal_actions || [])[0];
      edit(body, (act) => ({ ...act, action: action || act.action, expected_version: seen.version }));
    }
  }
}

async function send(path, verb, inputs, body, out) {
  const headers = {};
  const token = document.getElementById("token");
  if (token.value) headers.Authorization = `Bearer ${token.value.trim()}`;
  for (const { one, input } of inputs) if (one.in === "header" && input.value) headers[one.name] = input.value;
  if (body) headers["Content-Type"] = "application/json";
  const answer = await fetch(address(path, inputs), { method: verb, headers, body: body ? body.value : undefined });
  const text = await answer.text();
  out.textContent = `${answer.status} ${answer.statusText}\n\n${shown(text)}`;
  if (path === "/v1/demo/sessions" && answer.ok) token.value = JSON.parse(text).token;
  if ((answer.headers.get("Content-Type") || "").includes("json")) fillIn(JSON.parse(text));
  for (const { one, input } of inputs) if (one.name === "Idempotency-Key") input.value = freshKey();
}

export function tryCall(path, verb, parameters, example) {
  const form = el("form");
  const prefix = `${verb}-${path}`.replace(/\W+/g, "-");
  const inputs = parameters.map((one) => {
    const id = `${prefix}-${one.name}`;
    const input = el("input", { id, autocomplete: "off", spellcheck: "false" });
    if (one.name === "Idempotency-Key") input.value = freshKey();
    form.append(el("label", { for: id }, `${one.name} (${one.in})`), input);
    return { one, input };
  });
  let body = null;
  if (example !== undefined) {
    body = el("textarea", { id: `${prefix}-body`, spellcheck: "false" });
    body.value = JSON.stringify(example, null, 2);
    form.append(el("label", { for: `${prefix}-body` }, "Body"), body);
  }
  forms.push({ path, inputs, body });
  const out = el("pre", { "aria-live": "polite", tabindex: "0" });
  out.hidden = true;
  form.append(el("button", { type: "submit" }, `Send ${verb} ${path}`), out);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    out.hidden = false;
    out.textContent = "…";
    send(path, verb, inputs, body, out).catch((error) => { out.textContent = `No answer: ${error.message}`; });
  });
  return el("details", {}, el("summary", {}, "Try it"), form);
}
