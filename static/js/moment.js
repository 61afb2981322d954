// Plays what has just happened over the board, one moment after the other.
//
//   <section id="m-moment">  <article class="moment" data-moment="2-7" data-moment-lasts="5">
//     <div class="moment-picture">…</div> <p class="moment-line">the sentence</p></article> …
//   <button data-moment-again>   plays the last one again, from what the page holds now
//
// What stands on the page from the start has been seen. A moment is played in a stage of its own, which
// lies where no control of an answer is: over the board; where the board has such controls over the part
// without, else over the log or the row of players; while no answer is owed, also over the seat
// (on a phone over all between the line of the phase and the chat). It goes when it is pressed (on a phone: when anything is),
// by Escape and by its time, unless it is pinned; all of them go at once when the viewer presses or focuses a control, and
// when the match ends: then the result is what is seen, and the last moment waits to be asked for. It moves nothing, and
// its sentence is said.
// Another script has its own played by the event "ridotto:play", with articles as its detail (catch-up.js): each for its time.

const { controls, freeWindow, holdsControl, isControl, isInDecision, isOwed, isShown, listOf, narrow, result, subjects } =
  globalThis.decision;

const KEPT = 3; // that wait; older ones are left to the log
const HURRIES = 3_000; // how long one lasts while more than one wait
const ON_PHONE = 6_000; // how long one lasts there at most
const LINE = 52; // pixels: a stage lower than this shows nothing
const LOOKS_OF_IT = ["", "is-tight", "is-line"]; // whole, with cards over one another, the sentence alone
const LOOKS = 100; // milliseconds: scrolled, resized, pushed or travelling, a control comes under it by many ways
const QUIET = 600; // after a swap: a focus that scripts give back is not the viewer's

const part = () => document.getElementById("m-moment");
const held = () => [...(part()?.querySelectorAll("[data-moment]") ?? [])];

let isOver = result() !== null;
let seen = new Set(held().map((one) => one.dataset.moment));
let waiting = [];
let stage = null;
let laid = ""; // the places for which it was laid
let ends = 0;
let isTold = false; // whether what plays was asked for by another script
let timer = 0;
let looking = 0;
let swapped = -QUIET;

// --- where it lies -----------------------------------------------------------------------------

const boxOf = (one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return { left, right, top, bottom };
};

/** Where a stage may lie at all: below what sticks to the top of the window, too. */
function windowBox() {
  const { top, bottom } = freeWindow();
  const stuck = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return { left: 0, right: innerWidth, top: Math.max(top, stuck), bottom };
}

/** What shows of a part: inside the window, and of the board what the seat does not cover. */
function visible(id) {
  const one = document.getElementById(id);
  if (!one || !isShown(one)) return null;
  const [box, edge] = [boxOf(one), windowBox()];
  box.top = Math.max(box.top, edge.top);
  box.bottom = Math.min(box.bottom, edge.bottom);
  const seat = id === "m-board" && document.getElementById("m-seat");
  const { top, height } = seat ? seat.getBoundingClientRect() : {};
  if (height && top > box.top) box.bottom = Math.min(box.bottom, top);
  return box;
}

const sides = ({ left, right }) => ({ left, right });

/** What must stay free while an answer is owed: its controls, and what it is about. */
function needed() {
  if (!isOwed()) return [];
  const answers = controls().map((one) => listOf(one) ?? one); // in a list that scrolls it may come anywhere
  const about = subjects().filter((one) => !holdsControl(one));
  return [...new Set([...answers, ...about])].map(boxOf).filter((box) => box.bottom > box.top);
}

/** The tallest part of the box, in its whole width, in which nothing needed lies. */
function free(box, boxes) {
  const inside = boxes.filter((one) => one.right > box.left && one.left < box.right && one.bottom > box.top && one.top < box.bottom);
  let [best, from] = [{ ...box, bottom: box.top }, box.top];
  for (const one of [...inside, { top: box.bottom, bottom: box.bottom }].sort((a, b) => a.top - b.top)) {
    if (one.top - from > best.bottom - best.top) best = { ...box, top: from, bottom: one.top };
    from = Math.max(from, one.bottom);
  }
  return best;
}

/** Where it may lie, best first. */
function places() {
  const [boxes, edge] = [needed(), windowBox()];
  const under = { ...edge, bottom: Math.min(edge.bottom, edge.top + LINE + 12) };
  const seat = document.getElementById("m-seat");
  const column = isOwed() || !seat ? null : { ...edge, ...(narrow.matches ? {} : sides(boxOf(seat))) };
  const found = [visible("m-board"), column, visible("m-log"), visible("m-players"), under];
  return found.filter(Boolean).map((box) => free(box, boxes)).filter((box) => box.bottom - box.top >= LINE && box.right - box.left >= 200);
}

function layIn(box) {
  for (const side of ["left", "top"]) stage.style[side] = `${box[side]}px`;
  stage.style.width = `${box.right - box.left}px`;
  stage.style.height = `${box.bottom - box.top}px`;
}

const fits = () => stage.scrollHeight <= stage.clientHeight + 1;

/** Lays the stage where its picture fits, if need be a tight one, else where its sentence does; false without room. */
function lay() {
  const boxes = places();
  const now = JSON.stringify(boxes);
  if (now === laid) return boxes.length > 0;
  laid = now;
  for (const look of LOOKS_OF_IT) {
    for (const one of LOOKS_OF_IT.filter(Boolean)) stage.classList.toggle(one, one === look);
    for (const box of boxes) {
      layIn(look === "is-line" ? { ...box, bottom: Math.min(box.bottom, box.top + 2 * LINE) } : box);
      if (fits()) return true;
    }
  }
  return false;
}

// --- one after the other -----------------------------------------------------------------------

function say(text) {
  document.dispatchEvent(new CustomEvent("ridotto:say", { detail: text.replace(/\s+/g, " ").trim() }));
}

/** Keeps the moment until it is pressed. */
function pin() {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button quiet small moment-pin" });
  button.dataset.momentPin = "";
  button.textContent = document.getElementById("texts").dataset.pin;
  return button;
}

function play(moment) {
  stage = document.createElement("div");
  stage.className = "moment-stage table-felt";
  stage.append(moment.cloneNode(true));
  if (moment.dataset.moment) stage.append(pin());
  document.getElementById("main").append(stage);
  laid = "";
  if (!lay()) return next();
  say(moment.querySelector(".moment-line").textContent);
  end(Math.min(Number(moment.dataset.momentLasts) * 1_000, narrow.matches ? ON_PHONE : Infinity));
  hurry();
  looking = setInterval(stepAside, LOOKS);
}

function end(after) {
  clearTimeout(timer);
  ends = performance.now() + after;
  timer = setTimeout(next, after);
}

/** Those that come together follow one another more quickly. */
function hurry() {
  if (stage && timer && !isTold && waiting.length > 1 && ends - performance.now() > HURRIES) end(HURRIES);
}

function next() {
  clearTimeout(timer);
  clearInterval(looking);
  stage?.remove();
  stage = null;
  isTold &&= waiting.length > 0;
  if (waiting.length && document.visibilityState === "visible") play(waiting.shift());
}

function yieldAll() {
  waiting = [];
  if (stage) next();
}

function collect() {
  const fresh = held().filter((one) => !seen.has(one.dataset.moment));
  if (!fresh.length) return;
  fresh.forEach((one) => seen.add(one.dataset.moment));
  if (isOver) return;
  waiting = isTold ? [...waiting, ...fresh] : [...waiting, ...fresh].slice(-KEPT);
  if (stage) hurry();
  else next();
}

/** The page may change under it. */
function stepAside() {
  if (stage && !lay()) yieldAll();
}

// --- what the viewer does ----------------------------------------------------------------------

const isAnother = (target) => isControl(target) && !target.closest(".moment-stage");

document.addEventListener("pointerdown", (event) => isAnother(event.target) && yieldAll(), true);
document.addEventListener("focusin", (event) => {
  if (isAnother(event.target) && performance.now() - swapped > QUIET) yieldAll();
});
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-moment-again]")) {
    yieldAll();
    const last = held().at(-1);
    if (last) play(last);
  } else if (event.target.closest?.("[data-moment-pin]")) {
    clearTimeout(timer);
    timer = 0;
    event.target.closest("[data-moment-pin]").remove();
  } else if (narrow.matches || event.target.closest?.(".moment-stage")) next();
});
document.addEventListener("keydown", (event) => {
  if (!stage || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") next();
  else if (event.key === "Tab" || isInDecision(event.target)) yieldAll();
});
for (const kind of ["htmx:oobBeforeSwap", "htmx:oobAfterSwap", "htmx:afterRequest"]) {
  document.addEventListener(kind, () => (swapped = performance.now()), true);
}
document.addEventListener("ridotto:swapped", (event) => {
  const ends = !isOver && result() !== null;
  isOver ||= ends;
  if (ends) yieldAll();
  if (event.detail.parts.has("m-moment")) collect();
  stepAside();
});
document.addEventListener("ridotto:play", (event) => {
  yieldAll();
  waiting = [...event.detail];
  isTold = true;
  next();
});
document.addEventListener("visibilitychange", () => stage || next());
