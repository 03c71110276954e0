// Draws the reading page from /openapi.json. Nothing is loaded from elsewhere; text is set as
// text, never as markup.
import { el } from "/docs/elements.js";
import { tryCall } from "/docs/try.js";

const METHODS = ["get", "post", "put", "delete"];
let document_;

// Text with `code` marked as in Markdown, the only mark-up the descriptions use.
function prose(text, name = "p") {
  const parts = text.split("`").map((part, i) => (i % 2 ? el("code", {}, part) : part));
  return el(name, {}, ...parts);
}

function follow(thing) {
  let found = thing;
  while (found && found.$ref) {
    found = found.$ref.slice(2).split("/").reduce((at, key) => at[key], document_);
  }
  return found || {};
}

function shapeName(schema) {
  return schema.$ref ? schema.$ref.split("/").pop() : null;
}

function typeOf(schema) {
  const name = shapeName(schema);
  if (name) return el("a", { href: `#shape-${name}` }, name);
  if (schema.anyOf) {
    const parts = schema.anyOf.flatMap((one, i) => (i ? [" or ", typeOf(one)] : [typeOf(one)]));
    return el("span", {}, ...parts);
  }
  if (schema.type === "array") return el("span", {}, "list of ", typeOf(schema.items || {}));
  if (schema.enum) return el("span", {}, schema.enum.map((one) => JSON.stringify(one)).join(", "));
  if (schema.const !== undefined) return el("span", {}, JSON.stringify(schema.const));
  return el("span", {}, schema.type === "null" ? "null" : schema.type || "any JSON value");
}

function rows(head, lines) {
  const top = el("tr", {}, ...head.map((text) => el("th", { scope: "col" }, text)));
  const table = el("table", {}, el("thead", {}, top), el("tbody", {}, ...lines));
  return el("div", { class: "scroll" }, table);
}

function line(name, required, schema, text) {
  const need = required ? el("span", { class: "need" }, "required") : null;
  return el("tr", {}, el("td", {}, el("code", {}, name), need), el("td", {}, typeOf(schema)),
    prose(text || follow(schema).description || "", "td"));
}

function fields(schema) {
  const real = follow(schema);
  const required = new Set(real.required || []);
  const lines = Object.entries(real.properties || {}).map(([name, one]) =>
    line(name, required.has(name), one, one.description));
  return rows(["Field", "Type", "Meaning"], lines);
}

function pretty(value) {
  return el("pre", { tabindex: "0" }, typeof value === "string" ? value : JSON.stringify(value, null, 2));
}

function exampleOf(media) {
  if (media.example !== undefined) return media.example;
  const first = Object.values(media.examples || {})[0];
  return first ? follow(first).value : undefined;
}

function answer(status, response) {
  const real = follow(response);
  const good = status < "400";
  const mark = el("span", { class: `status ${good ? "good" : "bad"}` }, status);
  const box = el("details", {}, el("summary", {}, mark, real.description || ""));
  for (const [type, media] of Object.entries(real.content || {})) {
    const name = shapeName(media.schema || {});
    box.append(el("p", {}, el("code", {}, type), name ? ": " : "",
      name ? el("a", { href: `#shape-${name}` }, name) : ""));
    if (good) {
      const shown = exampleOf(media);
      if (shown !== undefined) box.append(pretty(shown));
      continue;
    }
    const list = Object.entries(media.examples || {}).map(([slug, one]) =>
      el("li", {}, el("a", { href: `/problems/${slug}` }, el("code", {}, slug)), " ", follow(one).summary || ""));
    box.append(el("ul", {}, ...list));
  }
  return box;
}

function call(path, method, operation) {
  const verb = method.toUpperCase();
  const open = (operation.security || []).length === 0;
  const section = el("article", { class: "call", id: operation.operationId });
  section.append(
    el("h3", {}, operation.summary || operation.operationId),
    el("p", { class: "address" }, el("span", { class: `method ${verb}` }, verb), path,
      el("span", { class: "lock" }, open ? "no token" : "Bearer token")));
  for (const part of (operation.description || "").split("\n\n").filter(Boolean)) section.append(prose(part));
  const parameters = (operation.parameters || []).map(follow);
  if (parameters.length) {
    section.append(el("h4", {}, "Parameters"), rows(["Name", "Type", "Meaning"], parameters.map((one) =>
      line(`${one.name} (${one.in})`, one.required, one.schema, one.description))));
  }
  const media = operation.requestBody && operation.requestBody.content["application/json"];
  if (media) section.append(el("h4", {}, "Body"), fields(media.schema));
  section.append(el("h4", {}, "Answers"));
  for (const [status, response] of Object.entries(operation.responses)) section.append(answer(status, response));
  section.append(tryCall(path, verb, parameters, media ? exampleOf(media) : undefined));
  return section;
}

function group(tag, operations) {
  const side = el("div", {}, el("h2", {}, tag.name), el("ul", {}, ...operations.map((one) =>
    el("li", {}, el("a", { href: `#${one.operation.operationId}` }, one.operation.summary)))));
  document.getElementById("side").append(side);
  const calls = document.getElementById("calls");
  calls.append(el("h2", {}, tag.name), tag.description ? prose(tag.description) : "");
  for (const one of operations) calls.append(call(one.path, one.method, one.operation));
}

// Commands to type, for the house that this page was read from.
function commands(part) {
  return part.replace(/^ {4}/gm, "").replace(/^HOUSE=.*$/m, `HOUSE=${location.origin}`);
}

function draw() {
  document.getElementById("version").textContent = document_.info.version;
  const intro = document.getElementById("intro");
  intro.append(el("h1", {}, document_.info.title));
  for (const part of (document_.info.description || "").split("\n\n")) {
    if (part.startsWith("## ")) intro.append(prose(part.slice(3), "h2"));
    else if (part.startsWith("    ")) intro.append(pretty(commands(part)));
    else intro.append(prose(part));
  }
  document.getElementById("calls").replaceChildren();
  const all = Object.entries(document_.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, operation: item[method] })));
  for (const tag of document_.tags) group(tag, all.filter((one) => (one.operation.tags || [])[0] === tag.name));
  const shapes = document.getElementById("shapes");
  shapes.append(el("h2", {}, "Shapes"));
  for (const [name, schema] of Object.entries(document_.components.schemas).sort()) {
    if (!schema.properties) continue;
    shapes.append(el("article", { class: "call", id: `shape-${name}` }, el("h3", {}, name),
      schema.description ? prose(schema.description) : "", fields(schema)));
  }
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

if (document.getElementById("calls")) {
  document.getElementById("calls").append(el("p", { class: "wait" }, "Reading /openapi.json …"));
  document_ = await (await fetch("/openapi.json")).json();
  draw();
}
