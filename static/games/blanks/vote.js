// A vote counts after some seconds: until then pressing the answer again withdraws it, and pressing another one
// changes it; the second tap of a double tap does neither (press-guard.js). If time is short, or the page is hidden,
// it counts at once.
//
//   <form class="vote-form"><span data-vote-texts data-change="Voted. Change? {n}" data-said="…"></span> …
//     <button name="handle" value="…">… <span class="answer-vote">Vote for this</span></button>

const CHANGES = 3; // seconds

let given = null; // { handle, timer, words, left }
let counts = null; // the button whose vote is being sent

const buttonOf = (handle) => document.querySelector(`.vote-form button[name=handle][value="${CSS.escape(handle)}"]`);
const textOf = (button, name) => button.form.querySelector("[data-vote-texts]").dataset[name];

function mark(button, words) {
  const foot = button?.querySelector(".answer-vote");
  if (!foot) return;
  button.setAttribute("aria-pressed", String(words !== null));
  foot.textContent = words ?? given.words;
}

function takeBack() {
  clearInterval(given.timer);
  mark(buttonOf(given.handle), null);
  given = null;
}

function count() {
  const button = buttonOf(given.handle);
  clearInterval(given.timer);
  given = null;
  if (!button) return;
  counts = button;
  button.click();
}

function tick() {
  given.left -= 1;
  if (given.left <= 0) return count();
  const button = buttonOf(given.handle);
  if (button) mark(button, textOf(button, "change").replace("{n}", given.left));
}

function give(button) {
  const words = button.querySelector(".answer-vote").textContent;
  given = { handle: button.value, words, left: CHANGES + 1, timer: setInterval(tick, 1_000) };
  tick();
  document.dispatchEvent(new CustomEvent("ridotto:say", { detail: textOf(button, "said") }));
}

const isShort = () => document.querySelector("#m-phase .clock.is-short") !== null;
const isAskedTwice = (button) => button.hasAttribute("data-hold") && document.body.hasAttribute("data-asks-twice");

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.(".vote-form button[name=handle]");
    if (!button || button.form.hasAttribute("data-busy")) return;
    if (counts === button || isShort() || isAskedTwice(button)) {
      counts = null;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    const isSame = given?.handle === button.value;
    if (given) takeBack();
    if (!isSame) give(button);
  },
  true,
);
document.addEventListener("visibilitychange", () => given && document.visibilityState === "hidden" && count());
