// Lets the board press the buttons of the legal moves: pick a target, then another, and it is played.
// Knows no rules: the server says which targets select which move.
// @ts-check

/** @type {string[]} */
let picked = [];

const moves = () =>
  /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("#moves [data-picks]")]);
/** @param {HTMLButtonElement} button */
const targets = (button) => (button.dataset.picks ?? "").split(" ");
/** @param {Element} element */
const name = (element) => element.getAttribute("data-target") ?? "";

/** The moves that the targets picked so far can still become. */
const open = () => moves().filter((m) => picked.every((t) => targets(m).includes(t)));

function mark() {
  const possible = new Set(open().flatMap(targets));
  for (const element of document.querySelectorAll("#table [data-target]")) {
    const can = possible.has(name(element));
    element.classList.toggle("can", can);
    element.classList.toggle("picked", picked.includes(name(element)));
    if (can) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
    } else {
      element.removeAttribute("tabindex");
      element.removeAttribute("role");
    }
  }
  for (const button of moves()) {
    button.hidden = picked.length > 0 && !open().includes(button);
  }
}

/** @param {string} target */
function pick(target) {
  if (picked.includes(target)) {
    const alone = open().find((m) => targets(m).every((t) => picked.includes(t)));
    if (alone) return play(alone);
    picked = picked.filter((t) => t !== target);
  } else {
    const wanted = [...picked, target];
    if (!moves().some((m) => wanted.every((t) => targets(m).includes(t)))) picked = [target];
    else picked = wanted;
  }
  // One tap alone never plays: a move of one target is played by tapping it twice.
  const left = open();
  if (left.length === 1 && picked.length > 1) return play(left[0]);
  mark();
}

/** @param {HTMLButtonElement} button */
function play(button) {
  picked = [];
  button.hidden = false;
  button.form?.requestSubmit(button);
}

document.addEventListener("click", (event) => {
  const element = /** @type {Element} */ (event.target).closest("#table [data-target].can");
  if (element) pick(name(element));
});
document.addEventListener("keydown", (event) => {
  const element = /** @type {Element} */ (event.target).closest?.("#table [data-target].can");
  if (element && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    pick(name(element));
  } else if (event.key === "Escape" && picked.length) {
    picked = [];
    mark();
  }
});
document.addEventListener("stalas:shown", () => {
  picked = [];
  mark();
});
mark();
