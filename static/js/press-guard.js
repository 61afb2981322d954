// No press that was meant for one control reaches another, and no double tap undoes what its first tap did.
//
// When parts are swapped, or what stands above them goes, a control may come to stand where another one
// was a moment ago. Who was about to press the old one would press the new one: for a moment it does
// nothing there. A control that was only drawn anew, or that stands where none was, works at once, and
// so does everything by keyboard.
//
// Where a press has just done something, what comes to stand there waits a little longer, and a control that is switched
// by each press (a fold, a card that is chosen, a tick) is not switched back: a double tap is one tap.
//
// Scripts that move controls themselves dispatch "ridotto:beforeChange" on the document before they do.
// A press that is held back is told on its control as "ridotto:held".

const INERT = 400; // milliseconds after a swap
const DOUBLE = 600; // milliseconds in which a press at the same place is the second of a double tap
const NEAR = 24; // pixels
const CONTROLS = "button, summary, select, label, a[href], input:not([type=hidden]), [data-once-view]";
const SWITCHES = "summary, input[type=checkbox], [aria-pressed], [aria-expanded]";
const REGIONS = "main, #flash";
const still = matchMedia("(prefers-reduced-motion: reduce)");

let before = []; // { at, places: [{ box, name }] }, oldest first
let taken = false;
let last = null; // the last press that was let through: { control, name, x, y, at }

/** What it does, as far as a person can tell; numbers in its words may count. */
function nameOf(control) {
  const form = control.closest("form");
  const words = control.matches("input, select") ? "" : control.textContent.replace(/[\d\s]+/g, " ").trim();
  const where = control.getAttribute("href") ?? form?.getAttribute("action");
  return [control.id, where, control.name, control.value, words].join("|");
}

/** The press of a label is passed on to its field. */
const namesOf = (control) => [control, ...(control.labels ?? [])].map(nameOf);

function isOnTop(control, box) {
  const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return top !== null && (control.contains(top) || top.contains(control));
}

function placesOf(region) {
  return [...region.querySelectorAll(CONTROLS)]
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ one, box }) => one.checkVisibility() && isOnTop(one, box))
    .map(({ one, box }) => ({ box, name: nameOf(one) }));
}

const isIn = ({ box }, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** Once for all parts that are swapped together. News in the header move nothing, however the page was scrolled since. */
function take(event) {
  if (taken || event.target.closest?.(".house-header")) return;
  taken = true;
  setTimeout(() => (taken = false));
  const at = performance.now();
  before = before.filter((one) => at - one.at < DOUBLE);
  before.push({ at, places: [...document.querySelectorAll(REGIONS)].flatMap(placesOf) });
}

const isAtLast = (x, y) => last !== null && Math.hypot(x - last.x, y - last.y) < NEAR;

function isMeantForAnother(control, x, y) {
  const now = performance.now();
  const inert = isAtLast(x, y) ? DOUBLE : INERT;
  const names = namesOf(control);
  return before.some(({ at, places }) => {
    if (now - at >= inert) return false;
    const there = places.filter((one) => isIn(one, x, y));
    return there.length > 0 && !there.some((one) => names.includes(one.name));
  });
}

/** Whether it would switch back what it has just switched. A key that is held down presses again and again. */
function isSecond(control, { clientX, clientY, timeStamp }) {
  if (!last || !control.matches(SWITCHES) || timeStamp - last.at >= DOUBLE) return false;
  return control === last.control || (isAtLast(clientX, clientY) && nameOf(control) === last.name);
}

function hold(event, control) {
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!still.matches) control.animate([{ opacity: 0.5 }, { opacity: 1 }], INERT);
  control.dispatchEvent(new CustomEvent("ridotto:held", { bubbles: true }));
}

// What Escape has closed may be opened again at once.
document.addEventListener("keydown", (event) => event.key === "Escape" && (last = null));
document.addEventListener(
  "click",
  (event) => {
    const control = event.isTrusted && event.target.closest?.(`${CONTROLS}, ${SWITCHES}`);
    if (!control) return;
    const { clientX: x, clientY: y, timeStamp: at } = event;
    if (isSecond(control, event)) return hold(event, control);
    // `detail` is 0 for the keyboard, which presses what has the focus, wherever that stands.
    if (event.detail > 0 && control.closest(REGIONS) && isMeantForAnother(control, x, y)) return hold(event, control);
    if (!control.matches("label")) last = { control, name: nameOf(control), x, y, at };
  },
  true,
);
for (const kind of ["htmx:beforeSwap", "htmx:oobBeforeSwap", "ridotto:beforeChange"]) document.addEventListener(kind, take);
