// Elements made without mark-up, and fresh idempotency keys.

export function el(name, facts = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(facts)) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== null));
  return node;
}

// crypto.randomUUID exists on https and localhost only; this works on any address.
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
