// Sends one documented call to this server and shows what came back.
import { el, freshKey } from "/docs/elements.js";

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
