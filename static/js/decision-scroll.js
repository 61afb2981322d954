// Scrolls a new decision into view, and the head of the result. Nothing else scrolls the page, except that a match
// begins at its top when the waiting room was scrolled.
//
// A decision is new when it becomes the viewer's move (#m-seat[data-my-turn]), or when something else is asked while
// it is ([data-follow] on the board's phase and the seat's question). If all of it is visible between the phase line
// and the chat (its controls and what it is about), nothing moves. Otherwise the page scrolls to where all of it is:
// to its top or, below a hint, to the board; in a window too low for that to the fragment in which the answer begins.
//
// The same happens when a phone is turned. This is checked once the layout rests, because scripts measure what was
// swapped and style sheets follow them. If the layout changes later, it is checked again, until the person does
// something. It never happens while somebody types, has just scrolled, or has a dialog open; with reduced motion the
// page jumps.

const { controls, freeWindow, isOwed, lessonStep, listOf, narrow, result, subjects } = globalThis.decision;

const RESTS = 1_500; // after the person's own scrolling
const FRAMES = 3; // without a change, after which the layout counts as resting
const GAP = 8; // pixels between the phase line and what is brought below it
const LEAST = 120; // pixels of a scrolling list that are enough of it
const still = matchMedia("(prefers-reduced-motion: reduce)");

let phase = phaseNow();
let scrolled = -RESTS;
let following = false; // the new decision has not been handled yet
let looking = 0;

function phaseNow() {
  const marks = [...document.querySelectorAll("[data-follow]")].map((one) => one.dataset.follow);
  const waits = document.querySelector("#m-board .waiting") !== null;
  return { mark: marks.join(" "), mine: isOwed(), end: result() !== null, waits };
}

function isBusy() {
  const typing = document.activeElement?.matches("input:not([type=checkbox], [type=radio]), textarea, select");
  return typing || performance.now() - scrolled < RESTS || document.querySelector("dialog[open]") !== null;
}

// --- whether it shows --------------------------------------------------------------------------

/** The boxes that a decision needs, each with how much of it must be visible. */
function needed() {
  const parts = [...controls(), ...subjects()];
  const lists = new Set(parts.map(listOf).filter(Boolean));
  const boxes = parts.filter((one) => !listOf(one) && !lists.has(one)).map((one) => one.getBoundingClientRect());
  const listed = [...lists].map((one) => one.getBoundingClientRect());
  return [
    ...boxes.map(({ top, bottom }) => ({ top, bottom })),
    ...listed.map(({ top, bottom }) => ({ top, bottom: Math.min(bottom, top + LEAST) })),
  ];
}

function shows() {
  const { top, bottom } = freeWindow();
  return needed().every((box) => box.top >= top - 1 && box.bottom <= bottom + 1);
}

const scrollNow = (top) => scrollTo({ top, behavior: "instant" });

function showsAt(top) {
  const from = scrollY;
  scrollNow(top);
  const is = shows();
  scrollNow(from);
  return is;
}

// --- what is brought into view -----------------------------------------------------------------

function target() {
  const seat = document.getElementById("m-seat");
  const board = document.getElementById("m-board");
  if (!narrow.matches || !seat || !board) return board;
  if (board.getClientRects().length === 0) return seat; // a style sheet hides it while the seat says the same
  const isAbove = seat.getBoundingClientRect().top < board.getBoundingClientRect().top;
  return isAbove || seat.querySelector(".vote") ? seat : board;
}

/** The upper limit for what is scrolled into view: below the phase line, which sticks there and may have grown, and
 * below the step of a lesson. */
function edge() {
  const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const phase = document.getElementById("m-phase");
  const stuck = phase ? (parseFloat(getComputedStyle(phase).top) || 0) + phase.offsetHeight : 0;
  const step = lessonStep();
  return Math.max(padding, stuck + GAP) + (step ? step.offsetHeight + GAP : 0);
}

/** How far to scroll so that it begins at the edge. */
const topOf = (element) => scrollY + element.getBoundingClientRect().top - edge();

/** Return true if enough of it is visible: its beginning, not far down the page. */
function begins(element) {
  const { top } = element.getBoundingClientRect();
  return top >= edge() - 12 && top <= innerHeight * 0.4;
}

/** Where to scroll so that everything shows, with the newcomer's hint if possible; undefined if nothing does that. */
function topForAll(element) {
  const starts = [document.querySelector(".guide:not(.lesson) > .hint-card"), element, document.getElementById("m-board")];
  return [0, ...starts.filter((one) => one?.getClientRects().length).map(topOf)].find(showsAt);
}

function show() {
  const behavior = still.matches ? "auto" : "smooth";
  const isDecision = result() === null;
  const element = isDecision ? target() : result();
  if (!element || isBusy() || (isDecision && shows())) return;
  const top = isDecision ? topForAll(element) : undefined;
  if (top !== undefined || !begins(element)) scrollTo({ top: top ?? topOf(element), behavior });
}

// --- when --------------------------------------------------------------------------------------

/** The layout's measures, independent of scrolling. */
function layout() {
  const ids = ["main", "m-once", "m-phase", "m-board", "m-seat"];
  const parts = [...ids.map((id) => document.getElementById(id)), document.querySelector("[data-dock]")];
  return [innerWidth, innerHeight, ...parts.map((one) => one?.offsetHeight)].join();
}

function lookAtRest(before = "", frames = FRAMES) {
  cancelAnimationFrame(looking);
  if (!following) return;
  const now = layout();
  const left = now === before ? frames - 1 : FRAMES;
  if (left === 0) return show();
  looking = requestAnimationFrame(() => lookAtRest(now, left));
}

function follow() {
  const now = phaseNow();
  const isAsked = now.mine && (!phase.mine || now.mark !== phase.mark);
  if (isAsked || (now.end && !phase.end)) following = !isBusy();
  else if (!now.mine && !now.end) following = false;
  if (phase.waits && !now.waits) scrollNow(0);
  phase = now;
  document.querySelectorAll("#main, #m-board, #m-seat, [data-dock]").forEach((one) => sized.observe(one));
  lookAtRest();
}

/** A turned phone has another layout, in which the decision is elsewhere. */
function followTurn() {
  following = (isOwed() || result() !== null) && !isBusy();
  lookAtRest();
}

const sized = new ResizeObserver(() => lookAtRest());

for (const kind of ["wheel", "touchmove"]) {
  document.addEventListener(kind, () => (scrolled = performance.now()), { passive: true });
}
document.addEventListener("keydown", (event) => {
  if (["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"].includes(event.key)) scrolled = performance.now();
});
for (const kind of ["wheel", "touchmove", "pointerdown", "keydown", "click"]) {
  document.addEventListener(kind, () => (following = false), { passive: true, capture: true });
}
document.addEventListener("ridotto:swapped", follow);
matchMedia("(orientation: portrait)").addEventListener("change", followTurn);
