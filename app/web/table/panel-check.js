// "Check this hand": the checker of this server, the file that anybody may keep, in a frame. It is
// handed the proof, what was kept of the hand before its cards were known, and the public key that
// the house publishes; without an answer of that the signature stays unchecked, and says so.

import { el } from "./elements.js";
import { refusalWords } from "./words.js";

export const title = "Check this hand";
const CHECKER = "/verify.html";

export async function fill(body, { client, round }) {
  const about = el("p", { class: "about-check", role: "status" }, "Reading the proof …");
  body.append(about);
  let proof;
  let key = "";
  try {
    proof = await client.proof(round.round_id);
    key = await client.keys().then(({ keys }) => keys.find(({ key_id: id }) => id === proof.key_id)?.public_key ?? "", () => "");
  } catch (error) {
    about.textContent = refusalWords(error);
    return;
  }
  const announced = client.announced(round);
  about.replaceChildren(
    announced ? "Your browser checks this hand itself, from its proof and from what was announced to you before you bet. "
      : "Your browser checks this hand itself, from its proof. Nothing was kept here from before the bet, so it cannot show that the seeds were fixed beforehand. ",
    el("a", { href: saved(proof), download: `round-${round.number}.json` }, "Save the proof"), announced ? " · " : "",
    announced ? el("a", { href: saved(announced), download: `round-${round.number}-announced.json` }, "Save the announcement") : "");
  const frame = el("iframe", { class: "check-frame", src: CHECKER, title: "The checker" });
  const hear = ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== location.origin) return;
    if (data?.type === "pontoon/verify/ready") {
      frame.contentWindow.postMessage({ type: "pontoon/verify", proof, announced, key }, location.origin);
    }
    if (data?.type === "pontoon/verify/height") frame.style.height = `${Math.ceil(data.height)}px`;
  };
  addEventListener("message", hear);
  // The listener goes with the panel's content.
  new MutationObserver((_, observer) => {
    if (frame.isConnected) return;
    removeEventListener("message", hear);
    observer.disconnect();
  }).observe(body, { childList: true });
  body.append(frame);
}

const saved = (value) => URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }));
