// Keeps a table's page up to date: follows its stream, patches what changed, posts its forms.
// @ts-check

const live = /** @type {HTMLElement} */ (document.getElementById("live"));

/** Make `current` like `wanted`, keeping nodes of the same key, the focus and half-typed text.
 * @param {Element} current @param {Element} wanted */
function patch(current, wanted) {
  for (const { name } of [...current.attributes]) {
    if (!wanted.hasAttribute(name) && name !== "open") current.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    if (current.getAttribute(name) !== value) current.setAttribute(name, value);
  }
  if (current.matches("input:not([type=hidden]), textarea, select")) return;
  const old = new Map();
  for (const child of current.children) {
    const key = child.getAttribute("data-key");
    if (key) old.set(key, child);
  }
  let at = current.firstChild;
  for (const node of [...wanted.childNodes]) {
    const key = node instanceof Element ? node.getAttribute("data-key") : null;
    let kept = key ? old.get(key) : at;
    if (kept && !alike(kept, node, key)) kept = null;
    if (!kept) {
      current.insertBefore(node, at);
      continue;
    }
    if (kept !== at) current.insertBefore(kept, at);
    else at = at.nextSibling;
    if (kept instanceof Element && node instanceof Element) patch(kept, node);
    else if (kept.nodeValue !== node.nodeValue) kept.nodeValue = node.nodeValue;
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** @param {Node} kept @param {Node} node @param {string | null} key */
function alike(kept, node, key) {
  if (kept.nodeName !== node.nodeName) return false;
  return !(kept instanceof Element) || kept.getAttribute("data-key") === key;
}

/** Show a fragment, unless it is older than what is shown.
 * @param {string} html */
function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const wanted = page.getElementById("table");
  const current = document.getElementById("table");
  if (!wanted || !current) return;
  if (Number(wanted.dataset.version) < Number(current.dataset.version)) return;
  patch(current, document.importNode(wanted, true));
  document.dispatchEvent(new Event("stalas:shown"));
}

/** @type {EventSource | null} */
let source = null;

function follow() {
  if (source || document.hidden) return;
  const version = document.getElementById("table")?.dataset.version ?? "";
  source = new EventSource(`${live.dataset.stream}?after=${version}`);
  source.addEventListener("patch", (event) => show(event.data));
  source.addEventListener("open", () => live.removeAttribute("data-offline"));
  source.addEventListener("error", () => {
    live.setAttribute("data-offline", "");
    if (source && source.readyState === EventSource.CLOSED) {
      source = null;
      setTimeout(follow, 2000);
    }
  });
}

function unfollow() {
  source?.close();
  source = null;
}

document.addEventListener("visibilitychange", () => (document.hidden ? unfollow() : follow()));
window.addEventListener("pagehide", unfollow);

let sending = false;
live.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLButtonElement | null} */ (
    /** @type {SubmitEvent} */ (event).submitter
  );
  event.preventDefault();
  if (sending) return;
  sending = true;
  const data = new URLSearchParams();
  for (const [name, value] of new FormData(form)) data.append(name, String(value));
  if (button?.name) data.append(button.name, button.value);
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: data,
      headers: { "X-Stalas": "fragment" },
    });
    if (answer.headers.get("content-type")?.startsWith("text/html")) show(await answer.text());
    else say(await answer.text());
  } catch {
    say(live.dataset.lost ?? "");
  } finally {
    sending = false;
  }
});

/** @param {string} text */
function say(text) {
  const place = live.querySelector(".problem");
  if (place) place.textContent = text;
}

setInterval(() => {
  for (const clock of live.querySelectorAll("time.clock[data-running='1']")) {
    const element = /** @type {HTMLElement} */ (clock);
    const left = Math.max(0, Number(element.dataset.left) - 1000);
    element.dataset.left = String(left);
    const seconds = Math.floor(left / 1000);
    element.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}, 1000);

import("./board.js");
follow();
