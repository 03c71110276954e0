// Sound, felt and keys: chosen, switched off, remapped, for this browser. Keys last: a phone has none.

import { el } from "./elements.js";
import { capOf } from "./keys.js";
import { choose, FELTS, settings } from "./settings.js";

export const title = "Options";
const NAMES = { "repeat-bet": "Repeat the last bet", "deal-or-stick": "Deal, or stick", twist: "Twist", buy: "Buy", split: "Split" };
const NEVER = ["Tab", "CapsLock", "NumLock"];
const NO_KEYS = ["Shift", "Control", "Alt", "Meta", "AltGraph", "Dead", "Process", "Unidentified"]; // only with another

export function fill(body, { table }) {
  const said = el("p", { class: "said", role: "status" });
  const rows = el("tbody");
  body.append(
    el("h3", {}, "Sound"),
    toggle("sound-on", "Sounds of cards and chips", settings().sound, (sound) => choose({ sound })),
    el("h3", {}, "Felt"),
    el("fieldset", { class: "field" }, el("legend", { class: "unseen" }, "Colour of the felt"), Object.entries(FELTS).map(([felt, name]) =>
      el("label", {}, el("input", { type: "radio", name: "felt", value: felt, checked: settings().felt === felt, onchange: () => choose({ felt }) }), name))),
    el("h3", {}, "Keys"),
    toggle("keys-on", "Play with keys", settings().keysOn, (keysOn) => choose({ keysOn })),
    el("table", { class: "keys" }, el("thead", {}, el("tr", {}, ["What it does", "Key", "Change"].map((name) => el("th", { scope: "col" }, name)))), rows),
    said,
    el("p", {}, el("button", { type: "button", class: "line-button", onclick: reset }, "Use the table’s own keys")),
    el("p", {}, "Keys work on the number pad and on the main row. They do nothing while you type in a field, and Enter belongs to a button that has the focus."));
  draw();

  function current() {
    return settings().keys ?? table.keys;
  }

  function draw() {
    rows.replaceChildren(...Object.entries(current()).map(([key, action]) => el("tr", {},
      el("td", {}, NAMES[action] ?? action), el("td", {}, el("kbd", {}, capOf(key))),
      el("td", {}, el("button", { type: "button", class: "line-button", "data-action": action, "aria-label": `Change the key for ${NAMES[action]}`, onclick: (event) => listen(event.currentTarget, action) }, "Change")))));
  }

  function reset() {
    choose({ keys: null });
    draw();
    said.textContent = "The table’s own keys are back.";
  }

  /** The next key that is pressed becomes the action's; Escape leaves it as it was. */
  function listen(button, action) {
    button.textContent = "Press a key …";
    said.textContent = `Press the new key for: ${NAMES[action]}. Escape leaves it.`;
    const done = (text) => {
      removeEventListener("keydown", take, true);
      button.removeEventListener("blur", leave);
      said.textContent = text;
      draw();
      rows.querySelector(`[data-action="${action}"]`)?.focus();
    };
    const leave = () => done("");
    function take(event) {
      if (NO_KEYS.includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Escape") return done("");
      if (NEVER.includes(event.key)) return done(`${event.key} cannot be used.`);
      if (event.ctrlKey || event.altKey || event.metaKey) return done("A key with Ctrl, Alt or Meta cannot be used.");
      const other = current()[event.key];
      if (other && other !== action) return done(`${capOf(event.key)} is taken: ${NAMES[other]}.`);
      const keys = Object.fromEntries(Object.entries(current()).map(([key, does]) => [does === action ? event.key : key, does]));
      choose({ keys });
      done(`${NAMES[action]}: ${capOf(event.key)}.`);
    }
    addEventListener("keydown", take, true);
    button.addEventListener("blur", leave);
  }
}

function toggle(id, words, on, change) {
  return el("div", { class: "field" }, el("label", { for: id },
    el("input", { type: "checkbox", id, checked: on, onchange: ({ target }) => change(target.checked) }), words));
}
