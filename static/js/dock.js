// The chat dock ([data-dock]), always at the bottom. It is one line while nobody writes; with .is-open it is as tall
// as the person likes.
//
//   [data-dock-handle]   a button that opens and closes it; dragging it, or the arrow keys, change the height
//   [data-dock-list]     the messages; stays scrolled to the end unless the person has scrolled up
//   [data-dock-unread]   a button with the number of new messages below, or since it was closed
//
// It opens when the field has the focus, and for a while with new messages, but not while an answer is owed or the
// seat is under the pointer: then nothing may move by itself. Opened by its handle on a wide screen, it stays open,
// here and on the next page.

const STORE = "ridotto-dock";
const STEP = 32;
const LEAST = 108;
const SHOWN = 8_000; // how long new messages keep it open
const phone = matchMedia("(max-width: 63.99rem)");
const root = document.documentElement;

let unread = 0;
let atEnd = true;
let last = null;
let pinned = false;
let fading = 0; // the timer that closes it again
let tabbed = false;
let pointer = [-1, -1]; // its position; an element rendered again below it does not count as hovered at once

const dockOf = () => document.querySelector("[data-dock]");
const listOf = () => document.querySelector("[data-dock-list]");
const entriesOf = (list) => [...list.children].filter((one) => one.id || one.matches(".message"));
const texts = () => document.getElementById("texts").dataset;
const isOpen = () => dockOf().classList.contains("is-open");
const isUsed = () => dockOf().matches(":focus-within, :hover") || document.querySelector("dialog[open]") !== null;
// Elements on the dock move with it, so it does not move while somebody is about to press one.
const isAtSeat = (one) => Boolean(one?.closest("#m-seat"));
const isReached = () => isAtSeat(document.activeElement) || isAtSeat(document.elementFromPoint(...pointer));
const isOwed = () => document.querySelector('#m-seat[data-my-turn="true"]') !== null;

function keep(change) {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    localStorage.setItem(STORE, JSON.stringify({ ...kept, ...change }));
  } catch {
    // A browser without storage can still open the dock.
  }
}

function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    if (kept.height && !phone.matches) setHeight(kept.height);
    pinned = Boolean(kept.pinned) && !phone.matches;
  } catch {
    // Nothing was stored.
  }
  if (pinned) open(true);
}

function setHeight(pixels) {
  const height = Math.max(LEAST, Math.min(Math.round(pixels), Math.round(innerHeight * 0.8)));
  root.style.setProperty("--dock-wanted", `${height}px`);
  keep({ height });
}

function pin(is) {
  pinned = is && !phone.matches;
  if (!phone.matches) keep({ pinned });
}

function open(is) {
  clearTimeout(fading);
  fading = 0;
  if (!dockOf() || isOpen() === is) return;
  dockOf().classList.toggle("is-open", is);
  label();
  toEnd();
}

/** Show new messages for a while, if that moves nothing the person may be about to press. */
function openFor() {
  if (isOwed() || isReached() || phone.matches || (isOpen() && !fading)) return;
  open(true);
  fading = setTimeout(fade, SHOWN);
}

function fade() {
  if (isUsed() || isReached()) fading = setTimeout(fade, SHOWN);
  else open(pinned);
}

function label() {
  const handle = document.querySelector("[data-dock-handle]");
  if (!handle) return;
  handle.setAttribute("aria-expanded", String(isOpen()));
  handle.setAttribute("aria-label", isOpen() ? texts().closeChat : texts().openChat);
}

function toEnd() {
  const list = listOf();
  if (!list) return;
  list.scrollTop = list.scrollHeight;
  atEnd = true;
  if (isOpen()) unread = 0;
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
  if (fading && isOwed() && !isUsed()) open(pinned);
  if (!fresh.length && atEnd) return keepEnd(list);
  const others = fresh.filter((one) => !one.hasAttribute("data-mine")).length;
  unread += others;
  if (others) openFor();
  if (fresh.at(-1)?.hasAttribute("data-mine") || (atEnd && document.visibilityState === "visible")) toEnd();
  else if (atEnd) keepEnd(list);
  drawUnread();
}

const keepEnd = (list) => (list.scrollTop = list.scrollHeight);

function press() {
  const is = fading !== 0 || !isOpen();
  pin(is);
  open(is);
}

let drag = null;
let dragged = false;

document.addEventListener("pointerdown", (event) => {
  dragged = tabbed = false;
  if (!event.target.closest?.("[data-dock-handle]") || phone.matches) return;
  drag = { from: event.clientY, height: dockOf().offsetHeight };
});
document.addEventListener("pointermove", (event) => {
  pointer = [event.clientX, event.clientY];
  if (!drag || Math.abs(event.clientY - drag.from) < 4) return;
  dragged = true;
  pin(true);
  open(true);
  setHeight(drag.height + drag.from - event.clientY);
});
document.addEventListener("pointerup", () => {
  drag = null;
});
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-dock-handle]")) return dragged ? undefined : press();
  if (event.target.closest?.("dialog")) return;
  // After the click, which reaches its target before anything moves.
  if (!event.target.closest?.("[data-dock]")) open(pinned);
  else if (!isOpen() || event.target.closest("[data-dock-unread]")) {
    open(true);
    toEnd();
  }
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[data-dock] :is(input, textarea, .dock-list)")) {
    open(true);
  } else if (tabbed && !event.target.closest?.("[data-dock], dialog")) {
    open(pinned); // by keyboard; a click of the pointer closes it afterwards
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Tab") tabbed = true;
  if (!event.target.closest?.("[data-dock]")) return;
  if (event.key === "Escape") {
    pin(false);
    open(false);
  }
  const step = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
  if (!step || !event.target.closest("[data-dock-handle]")) return;
  event.preventDefault();
  pin(true);
  open(true);
  setHeight(dockOf().offsetHeight + step);
});
document.addEventListener(
  "scroll",
  (event) => {
    if (event.target !== listOf() || !isOpen()) return;
    atEnd = event.target.scrollHeight - event.target.scrollTop - event.target.clientHeight < 24;
    if (atEnd && document.visibilityState === "visible") {
      unread = 0;
      drawUnread();
    }
  },
  true,
);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && atEnd && toEnd());
document.addEventListener("ridotto:swapped", look);

const dock = dockOf();

/** Set the height of the dock, and that of a keyboard which covers the window instead of shrinking it, as on iOS. */
function measure() {
  const { height, offsetTop, scale } = globalThis.visualViewport ?? { scale: 0 };
  const covered = scale === 1 ? Math.max(0, Math.round(innerHeight - height - offsetTop)) : 0; // not when zoomed
  const isNew = root.style.getPropertyValue("--keyboard") !== `${covered}px`;
  root.style.setProperty("--keyboard", `${covered}px`);
  root.style.setProperty("--dock-height", `${dock.offsetHeight + covered}px`);
  if (isNew) document.dispatchEvent(new Event("ridotto:keyboard"));
}

if (dock) {
  recall();
  label();
  look();
  toEnd();
  new ResizeObserver(() => {
    measure();
    if (atEnd) keepEnd(listOf());
  }).observe(dock);
  globalThis.visualViewport?.addEventListener("resize", measure);
  globalThis.visualViewport?.addEventListener("scroll", measure);
}
