// The guide's live example: what the element says is written down, its commands have buttons.

const HEARD_MAX = 50; // lines that are kept
const table = document.getElementById("live");
const heard = document.getElementById("heard");

for (const name of ["ready", "balance", "round-settled", "session-ended", "error"]) {
  table.addEventListener(name, ({ detail }) => {
    const lines = [`${name} ${JSON.stringify(detail)}`, ...heard.textContent.split("\n")];
    heard.textContent = lines.slice(0, HEARD_MAX).join("\n");
  });
}
document.getElementById("refresh").addEventListener("click", () => table.refresh());
document.getElementById("open-rules").addEventListener("click", () => table.open("rules"));
document.getElementById("felt").addEventListener("change", ({ target }) => table.setAttribute("theme", target.value));
for (const place of document.querySelectorAll(".here")) place.textContent = location.origin;
