// Animates changes from the old position to the new one.
//
//   [data-flip="key"]   travels from its old place to its new one, also between fragments. Elements that stay in a fragment
//                       move with it at once, so that no name lags behind the heading of its list; within a picture they
//                       stay with the lines that lead to them, and only what comes from outside travels there
//   [data-count]        its number, or amount such as $50, counts from the old value to the new one (needs an id)
//   [data-changes]      is marked for a moment when its text has changed (needs an id)
//
// Changes while nobody looks at the page stay marked until somebody does. With reduced motion elements appear in
// place; the marks stay.

const style = getComputedStyle(document.documentElement);
const time = (name) => parseFloat(style.getPropertyValue(name)) || 0;
const still = matchMedia("(prefers-reduced-motion: reduce)");

let before = null;
const counting = new WeakMap(); // the final number of an element that counts
const textOf = (one) => counting.get(one) ?? one.textContent.trim();

const numberOf = (text) => Number(text.replace("$", ""));

const isDrawn = (element) => element instanceof SVGElement;

/** The number of pixels per unit: pictures have units of their own. */
const unitOf = (element) => (isDrawn(element) ? element.getScreenCTM().a : 1);

function placeOf(element) {
  const part = element.closest("[data-part]");
  const [box, around] = [element.getBoundingClientRect(), part?.getBoundingClientRect()];
  return { box, drawn: isDrawn(element), part: part?.id, left: around?.left ?? 0, top: around?.top ?? 0 };
}

/** The distance travelled, right and down: within its fragment, or from another one. */
function wayOf(old, fresh) {
  const stays = old.part === fresh.part;
  const way = (side) => old.box[side] - fresh.box[side] - (stays ? old[side] - fresh[side] : 0);
  return [way("left"), way("top")];
}

function placesOf() {
  return new Map([...document.querySelectorAll("[data-flip]")].map((one) => [one.dataset.flip, placeOf(one)]));
}

function textsOf() {
  const found = document.querySelectorAll("[data-changes][id], [data-count][id]");
  return new Map([...found].map((one) => [one.id, textOf(one)]));
}

function remember() {
  if (before) return;
  before = { places: placesOf(), texts: textsOf() };
  requestAnimationFrame(() => {
    const { places, texts } = before;
    before = null;
    document.querySelectorAll("[data-flip]").forEach((one) => travel(one, places));
    texts.forEach((old, id) => compare(document.getElementById(id), old));
  });
}

function travel(element, places) {
  const old = places.get(element.dataset.flip);
  const fresh = placeOf(element);
  if (still.matches || !fresh.box.width) return;
  const options = { duration: time("--slow"), easing: style.getPropertyValue("--ease").trim() || "ease-out" };
  if (!old) {
    element.animate([{ opacity: 0, transform: "translateY(12px)" }, { opacity: 1, transform: "none" }], options);
    return;
  }
  if (old.drawn && fresh.drawn) return;
  const unit = unitOf(element);
  const [x, y] = wayOf(old, fresh).map((pixels) => pixels / unit);
  if (Math.abs(x) + Math.abs(y) < 2) return;
  element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], options);
}

function compare(element, old) {
  if (!element || textOf(element) === old) return;
  mark(element);
  if ("count" in element.dataset) count(element, numberOf(old), numberOf(textOf(element)));
}

function count(element, from, to) {
  if (still.matches || !Number.isInteger(from) || !Number.isInteger(to)) return;
  const started = performance.now();
  const shown = textOf(element);
  const unit = shown.startsWith("$") ? "$" : "";
  counting.set(element, shown);
  const step = (now) => {
    const part = Math.min(1, (now - started) / (time("--slow") || 1));
    element.textContent = part < 1 ? `${unit}${Math.round(from + (to - from) * part)}` : shown;
    if (part < 1 && element.isConnected) requestAnimationFrame(step);
    else counting.delete(element);
  };
  requestAnimationFrame(step);
}

function mark(element) {
  element.classList.add("just-changed");
  const unmark = () => setTimeout(() => element.classList.remove("just-changed"), time("--mark-time"));
  if (document.visibilityState === "visible") unmark();
  else document.addEventListener("visibilitychange", unmark, { once: true });
}

document.addEventListener("htmx:oobBeforeSwap", remember);
document.addEventListener("htmx:beforeSwap", remember);
