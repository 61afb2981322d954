// Keeps a press meant for one control from reaching another, and a double tap from undoing what its first tap did.
//
// When fragments are swapped, or content above them disappears, a control may appear where another one was a moment
// ago. People about to press the old one would press the new one, so it does nothing there for a moment. A control
// that was only rendered again, or that appears where none was, works at once, and so does everything by keyboard.
//
// Where a press has just done something, a control that appears there waits a little longer, and one that each press
// switches (a fold, a card, a checkbox) is not switched back: a double tap is one tap.
//
// Scripts that move controls themselves dispatch "ridotto:beforeChange" on the document before they do.
// A suppressed press dispatches "ridotto:held" on its control.

const INERT = 400; // milliseconds after a swap
const DOUBLE = 600; // milliseconds in which a press at the same place is the second half of a double tap
const NEAR = 24; // pixels
const CONTROLS = "button, summary, select, label, a[href], input:not([type=hidden]), [data-once-view]";
const SWITCHES = "summary, input[type=checkbox], [aria-pressed], [aria-expanded]";
const REGIONS = "main, #flash";
const still = matchMedia("(prefers-reduced-motion: reduce)");

let before = []; // { at, places: [{ box, name }] }, oldest first
let taken = false;
let last = null; // the last press that was not suppressed: { control, name, x, y, at }

/** A name for what the control does, as people see it; numbers in its words may count down. */
function nameOf(control) {
  const form = control.closest("form");
  const words = control.matches("input, select") ? "" : control.textContent.replace(/[\d\s]+/g, " ").trim();
  const where = control.getAttribute("href") ?? form?.getAttribute("action");
  return [control.id, where, control.name, control.value, words].join("|");
}

/** The browser passes the press of a label on to its field. */
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

/** Once for all fragments swapped together. Updates in the header move nothing, even if the page was scrolled since. */
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

/** Return true if the press would undo the last one. A key that is held down presses repeatedly. */
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

// Something closed by Escape may be opened again at once.
document.addEventListener("keydown", (event) => event.key === "Escape" && (last = null));
document.addEventListener(
  "click",
  (event) => {
    const control = event.isTrusted && event.target.closest?.(`${CONTROLS}, ${SWITCHES}`);
    if (!control) return;
    const { clientX: x, clientY: y, timeStamp: at } = event;
    if (isSecond(control, event)) return hold(event, control);
    // `detail` is 0 for the keyboard, which presses the focused element, wherever that is.
    if (event.detail > 0 && control.closest(REGIONS) && isMeantForAnother(control, x, y)) return hold(event, control);
    if (!control.matches("label")) last = { control, name: nameOf(control), x, y, at };
  },
  true,
);
for (const kind of ["htmx:beforeSwap", "htmx:oobBeforeSwap", "ridotto:beforeChange"]) document.addEventListener(kind, take);
