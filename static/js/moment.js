// Plays highlights over the board, one after the other.
//
//   <section id="m-moment">  <article class="moment" data-moment="2-7" data-moment-lasts="5">
//     <div class="moment-picture">…</div> <p class="moment-line">the sentence</p></article> …
//   <button data-moment-again>   plays the last one again, from the page's present contents
//
// Highlights on the page when it loads count as seen. Each is played on a stage that covers no control of a
// decision and nothing it is about: over the board, or over the part of it without any, or else over the log; on a
// phone, where the row of players says what they own, over the site's header, elsewhere over the players; while no
// answer is owed, also over the seat (on a phone over everything between phase line and chat). It disappears when it
// is pressed (on a phone: when anything is), on Escape, and when its time is over unless it is pinned. All of them
// disappear as soon as the viewer presses or focuses a control, and when the match ends: then the result is shown,
// and the last highlight can be played by its button. It moves nothing, and its sentence is announced. Other scripts
// play articles with the event "ridotto:play", whose detail they are (catch-up.js), each for its own time.

const { controls, freeWindow, isControl, isInDecision, isOwed, isShown, listOf, narrow, result, subjects } =
  globalThis.decision;

const KEPT = 3; // the most that wait; older ones are left to the log
const HURRIES = 3_000; // how long one lasts while others wait
const ON_PHONE = 6_000; // the longest time for one of those
const LINE = 44; // pixels: a stage lower than this shows nothing
const LOOKS_OF_IT = ["", "is-tight", "is-line"]; // whole, with overlapping cards, or the sentence alone
const LOOKS = 100; // milliseconds: scrolling, resizing or moving content may bring a control under it
const QUIET = 600; // after a swap: a focus restored by scripts is not the viewer's

const part = () => document.getElementById("m-moment");
const held = () => [...(part()?.querySelectorAll("[data-moment]") ?? [])];

let isOver = result() !== null;
let seen = new Set(held().map((one) => one.dataset.moment));
let waiting = [];
let stage = null;
let laid = ""; // the places for which it was laid out
let ends = 0;
let isTold = false; // true if another script asked for what is playing
let timer = 0;
let looking = 0;
let swapped = -QUIET;

// --- where it lies -----------------------------------------------------------------------------

const boxOf = (one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return { left, right, top, bottom };
};

/** The area a stage may cover: below what sticks to the top of the window. */
function windowBox() {
  const { top, bottom } = freeWindow();
  const stuck = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return { left: 0, right: innerWidth, top: Math.max(top, stuck), bottom };
}

/** The visible area of a fragment: inside the window, and of the board what the seat does not cover. */
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

/** The part of the site's header that is in the window. */
function header() {
  const box = boxOf(document.querySelector(".house-header"));
  return { ...box, top: Math.max(box.top, 0) };
}

/** What must stay uncovered while an answer is owed: its controls and what it is about. */
function needed() {
  if (!isOwed()) return [];
  const answers = controls().map((one) => listOf(one) ?? one); // in a scrolling list they may be anywhere
  return [...new Set([...answers, ...subjects()])].map(boxOf).filter((box) => box.bottom > box.top);
}

/** The tallest full-width part of the box that covers nothing needed. */
function free(box, boxes) {
  const inside = boxes.filter((one) => one.right > box.left && one.left < box.right && one.bottom > box.top && one.top < box.bottom);
  let [best, from] = [{ ...box, bottom: box.top }, box.top];
  for (const one of [...inside, { top: box.bottom, bottom: box.bottom }].sort((a, b) => a.top - b.top)) {
    if (one.top - from > best.bottom - best.top) best = { ...box, top: from, bottom: one.top };
    from = Math.max(from, one.bottom);
  }
  return best;
}

/** The possible places, best first. */
function places() {
  const [boxes, edge] = [needed(), windowBox()];
  const under = { ...edge, bottom: Math.min(edge.bottom, edge.top + LINE + 20) };
  const seat = document.getElementById("m-seat");
  const column = isOwed() || !seat ? null : { ...edge, ...(narrow.matches ? {} : sides(boxOf(seat))) };
  const row = narrow.matches && isOwed() ? header() : visible("m-players");
  const found = [visible("m-board"), column, visible("m-log"), row, under];
  return found.filter(Boolean).map((box) => free(box, boxes)).filter((box) => box.bottom - box.top >= LINE && box.right - box.left >= 200);
}

function layIn(box) {
  stage.style.translate = `${box.left}px ${box.top}px`;
  stage.style.width = `${box.right - box.left}px`;
  stage.style.height = `${box.bottom - box.top}px`;
}

/** A stage that has to go elsewhere does not travel there: it appears there, without its beginning. */
function another() {
  const copy = stage.cloneNode(true);
  copy.classList.add("is-moved");
  stage.replaceWith(copy);
  stage = copy;
}

const fits = () => stage.scrollHeight <= stage.clientHeight + 1;

/** Lay out the stage where its picture fits, if necessary a tight one, or else only its sentence; false if there is
 * no room. */
function lay() {
  const boxes = places();
  const now = JSON.stringify(boxes);
  if (now === laid) return boxes.length > 0;
  if (laid) another();
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

/** Keep the highlight until it is pressed. */
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
  if (moment.dataset.moment) stage.querySelector(".moment-line").append(" ", pin());
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

/** Highlights that arrive together follow one another more quickly. */
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

/** The page may change below it. */
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
