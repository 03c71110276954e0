// Elements made without mark-up, and amounts as people write them.

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} id */
export const $ = (id) => document.getElementById(id);

/** An element: `on...` facts are listeners, `true` sets an empty attribute, null leaves it out. */
export function el(name, facts = {}, ...children) {
  return furnished(document.createElement(name), facts, children);
}

export function svg(name, facts = {}, ...children) {
  return furnished(document.createElementNS(SVG, name), facts, children);
}

function furnished(node, facts, children) {
  for (const [key, value] of Object.entries(facts)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** Set text only when it differs, so that nothing is drawn or spoken twice. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

const SIGNS = { GBP: "£", EUR: "€", USD: "$" };
const UNITS = { GBP: "pounds", EUR: "euros", USD: "dollars" };
let counted = "GBP";

/** Have every amount of the page be in the table's currency. */
export function countIn(currency) {
  counted = currency;
}

export const units = () => UNITS[counted] ?? counted;

/** `£2`, `£12.50`, `£1,000`; a currency without a sign here stands before the number. */
export function money(pence) {
  const digits = pence % 100 ? 2 : 0;
  const amount = (Math.abs(pence) / 100).toLocaleString("en-GB",
    { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${pence < 0 ? "−" : ""}${SIGNS[counted] ?? `${counted} `}${amount}`;
}

/** `+£20`, `−£5`, `£0`. */
export const signed = (pence) => (pence > 0 ? `+${money(pence)}` : money(pence));

/** `twist, buy or split`. */
export function listed(words, last = "or") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
