// The panel over the table: rules, history, limits, options, the check of a hand. Each part is
// loaded when it is first opened.

import { $, el, say } from "./elements.js";

const PARTS = {
  rules: () => import("./panel-rules.js"),
  history: () => import("./panel-history.js"),
  limits: () => import("./panel-limits.js"),
  options: () => import("./panel-options.js"),
  check: () => import("./panel-check.js"),
};
let styled = null;
let opened = 0;
let byPointer = false; // the last click was one of a mouse or a finger
let leaves = false; // the panel was opened so: Enter goes back to the table with it, not to the menu

/** @param {keyof PARTS} name  @param {object} game what the part needs: client, table, and for a check its round */
export async function openPanel(name, game) {
  const turn = ++opened;
  if (!$("panel").open) leaves = byPointer;
  const [part] = await Promise.all([PARTS[name](), styles()]);
  if (turn !== opened) return;
  const panel = $("panel");
  panel.dataset.panel = name;
  say($("panel-title"), part.title);
  $("panel-body").replaceChildren();
  if (!panel.open) panel.showModal();
  $("panel-body").focus(); // not the closing button: Enter must not close what it has opened
  const open = (other, more = {}) => openPanel(other, { ...game, ...more });
  await part.fill($("panel-body"), { ...game, open });
  $("panel-body").scrollTop = 0;
}

export function installPanel() {
  const panel = $("panel");
  addEventListener("click", ({ detail }) => { byPointer = detail > 0; }, true);
  $("panel-close").addEventListener("click", () => panel.close());
  panel.addEventListener("click", (event) => { if (event.target === panel) panel.close(); });
  panel.addEventListener("close", () => {
    opened += 1;
    if (leaves) document.activeElement.blur();
    $("panel-body").replaceChildren();
  });
}

function styles() {
  styled ??= new Promise((resolve) => {
    document.head.append(el("link", { rel: "stylesheet", href: "/table/panels.css", onload: resolve, onerror: resolve }));
  });
  return styled;
}
