// When a new phase begins, the page gently brings into view what it is about.
//
// New is: it becomes my move (#m-seat[data-my-turn]), or another prompt or the answers come to the
// board ([data-follow], a mark of the phase), or the match ends. What is brought into view is the board; on a phone it is
// my seat while I vote, or where the game has it above the board or instead of it; at the end the head of the
// result. Never while somebody types, has just scrolled, or has a dialog open; with reduced motion it is simply there.

const RESTS = 1_500; // after the person's own scrolling
const still = matchMedia("(prefers-reduced-motion: reduce)");
const narrow = matchMedia("(max-width: 63.99rem)");

let phase = phaseNow();
let scrolled = -RESTS;

function endOf() {
  return document.querySelector("#m-board .result");
}

function phaseNow() {
  const mark = document.querySelector("[data-follow]")?.dataset.follow ?? "";
  const mine = document.querySelector('#m-seat[data-my-turn="true"]') !== null;
  return { mark, mine, end: endOf() !== null };
}

function isBusy() {
  const typing = document.activeElement?.matches("input:not([type=checkbox], [type=radio]), textarea, select");
  return typing || performance.now() - scrolled < RESTS || document.querySelector("dialog[open]") !== null;
}

function target() {
  if (endOf()) return endOf();
  const seat = document.getElementById("m-seat");
  const board = document.getElementById("m-board");
  if (!narrow.matches || !seat || !board) return board;
  if (board.getClientRects().length === 0) return seat; // a style sheet leaves it out while the seat says it
  const isAbove = seat.getBoundingClientRect().top < board.getBoundingClientRect().top;
  return isAbove || seat.querySelector(".vote") ? seat : board;
}

/** Whether enough of it shows: its beginning, not far down the page. */
function isInView(element) {
  const { top } = element.getBoundingClientRect();
  const edge = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return top >= edge - 12 && top <= innerHeight * 0.4;
}

function follow() {
  const now = phaseNow();
  const isNew = now.mark !== phase.mark || (now.mine && !phase.mine) || (now.end && !phase.end);
  phase = now;
  const element = target();
  if (!isNew || !element || isBusy() || isInView(element)) return;
  element.scrollIntoView({ block: "start", behavior: still.matches ? "auto" : "smooth" });
}

let waiting = 0;
function later() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(follow);
}

for (const kind of ["wheel", "touchmove"]) {
  document.addEventListener(kind, () => (scrolled = performance.now()), { passive: true });
}
document.addEventListener("keydown", (event) => {
  if (["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"].includes(event.key)) scrolled = performance.now();
});
document.addEventListener("htmx:oobAfterSwap", later);
