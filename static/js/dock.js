// The chat dock ([data-dock]): at the bottom, always open, as tall as the person likes.
//
//   [data-dock-handle]   a button: drag it, use the arrow keys, or press it to switch between two heights
//   [data-dock-list]     the messages; stays at its end unless the person has scrolled up
//   [data-dock-unread]   a button that shows how many are new below (or while the page was not looked at)
// On a phone the dock is two lines and the input and grows while it is used. The height is remembered.

const STORE = "ridotto-dock";
const STEP = 32;
const phone = matchMedia("(max-width: 63.99rem)");
const root = document.documentElement;

let unread = 0;
let atEnd = true;
let last = null;

const dockOf = () => document.querySelector("[data-dock]");
const listOf = () => document.querySelector("[data-dock-list]");
const entriesOf = (list) => [...list.children].filter((one) => one.id || one.matches(".message"));
const texts = () => document.getElementById("texts").dataset;

function setHeight(pixels) {
  const height = Math.max(108, Math.min(Math.round(pixels), Math.round(innerHeight * 0.8)));
  root.style.setProperty("--dock-wanted", `${height}px`);
  try {
    localStorage.setItem(STORE, String(height));
  } catch {
    // A browser that keeps nothing still lets the dock grow.
  }
}

function recall() {
  try {
    const height = Number(localStorage.getItem(STORE));
    if (height && !phone.matches) setHeight(height);
  } catch {
    // Nothing kept, nothing recalled.
  }
}

function grow(is) {
  const dock = dockOf();
  if (!phone.matches || !dock || dock.classList.contains("is-grown") === is) return;
  dock.classList.toggle("is-grown", is);
  label();
  toEnd();
}

function isTall() {
  const dock = dockOf();
  return phone.matches ? dock.classList.contains("is-grown") : dock.offsetHeight > innerHeight * 0.35;
}

function label() {
  const handle = document.querySelector("[data-dock-handle]");
  if (!handle) return;
  handle.setAttribute("aria-expanded", String(isTall()));
  handle.setAttribute("aria-label", texts().taller);
}

function toEnd() {
  const list = listOf();
  if (!list) return;
  list.scrollTop = list.scrollHeight;
  unread = 0;
  atEnd = true;
  drawUnread();
}

function drawUnread() {
  const mark = document.querySelector("[data-dock-unread]");
  if (!mark) return;
  mark.hidden = unread === 0;
  mark.textContent = texts().unread.replace("{n}", unread);
}

function look() {
  const list = listOf();
  if (!list) return;
  const entries = entriesOf(list);
  const place = entries.findLastIndex((one) => one.id === last);
  const fresh = last === null ? [] : entries.slice(place + 1);
  last = entries.at(-1)?.id ?? "";
  if (!fresh.length && atEnd) return keepEnd(list);
  unread += fresh.filter((one) => !one.hasAttribute("data-mine")).length;
  if (fresh.at(-1)?.hasAttribute("data-mine") || (atEnd && document.visibilityState === "visible")) toEnd();
  else if (atEnd) keepEnd(list);
  drawUnread();
}

const keepEnd = (list) => (list.scrollTop = list.scrollHeight);

function press() {
  if (phone.matches) grow(!isTall());
  else setHeight(isTall() ? 108 : innerHeight * 0.55);
  setTimeout(() => {
    label();
    toEnd();
  });
}

let drag = null;
let dragged = false;

document.addEventListener("pointerdown", (event) => {
  dragged = false;
  if (!event.target.closest?.("[data-dock-handle]") || phone.matches) return;
  drag = { from: event.clientY, height: dockOf().offsetHeight };
});
document.addEventListener("pointermove", (event) => {
  if (!drag || Math.abs(event.clientY - drag.from) < 4) return;
  dragged = true;
  setHeight(drag.height + drag.from - event.clientY);
});
document.addEventListener("pointerup", () => {
  drag = null;
  label();
});
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-dock-handle]")) return dragged ? undefined : press();
  if (event.target.closest?.("[data-dock-unread]")) return toEnd();
  grow(Boolean(event.target.closest?.("[data-dock]")));
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[data-dock] :is(input, textarea)")) grow(true);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.closest?.("[data-dock]")) grow(false);
  const step = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
  if (!step || !event.target.closest?.("[data-dock-handle]")) return;
  event.preventDefault();
  setHeight(dockOf().offsetHeight + step);
  label();
});
document.addEventListener(
  "scroll",
  (event) => {
    if (event.target !== listOf()) return;
    atEnd = event.target.scrollHeight - event.target.scrollTop - event.target.clientHeight < 24;
    if (atEnd && document.visibilityState === "visible") {
      unread = 0;
      drawUnread();
    }
  },
  true,
);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && atEnd && toEnd());
document.addEventListener("htmx:oobAfterSwap", look);
document.addEventListener("htmx:afterSwap", look);

const dock = dockOf();
if (dock) {
  recall();
  label();
  look();
  toEnd();
  new ResizeObserver(() => {
    root.style.setProperty("--dock-height", `${dock.offsetHeight}px`);
    if (atEnd) toEnd();
  }).observe(dock);
}
