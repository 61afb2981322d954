// The closing view of a vote: a page is sent it once, and can open it again until the phase after it has ended.
//
//   <div id="m-once" class="once has-view"><section data-once-view="12">
//     <h2 data-once-say>…</h2> <button data-once-open> <button data-once-pin> <button data-once-close> …</section></div>
//
// Open, it covers the board; on a phone it is between the phase line and the chat. It folds when pressed, and by
// itself after some seconds unless it is pinned or has the focus. Folded (.is-folded) it is one line on a phone;
// elsewhere [data-once-open] on the board and [data-moment-again] open it. On a phone it makes way for decisions: it
// arrives folded while an answer is owed or after the match, and folds when a decision begins. A new socket does not
// bring back a view that this page has had.

const { freeWindow, isOwed, narrow, result } = globalThis.decision;

const LASTS = 8_000;
const LASTS_ON_PHONE = 6_000;
const STEP = 500;
const DOUBLE = 600; // milliseconds in which the second tap of a double tap does not close what the first opened
const still = matchMedia("(prefers-reduced-motion: reduce)");

let newest = 0; // the number of the last view that this page was sent
let phase = ""; // the phase it arrived in
let left = 0; // milliseconds until it folds; 0: never
let opened = -DOUBLE;
let yielded = false;

const view = () => document.querySelector("[data-once-view]");
const isFolded = () => view()?.parentElement.classList.contains("is-folded") ?? true;
const numberOf = (one) => Number(one.dataset.onceView);
const phaseNow = () => document.querySelector("#m-board [data-follow]")?.dataset.follow ?? "";
const mustYield = () => narrow.matches && (isOwed() || result() !== null);

function layOut() {
  if (!isFolded()) view().style.setProperty("--once-top", `${Math.max(0, Math.round(freeWindow().top))}px`);
}

function setFolded(is) {
  document.dispatchEvent(new Event("ridotto:beforeChange")); // controls appear and disappear below it
  view().parentElement.classList.toggle("is-folded", is);
  layOut();
}

function arrive(one) {
  [newest, phase] = [numberOf(one), phaseNow()];
  left = narrow.matches ? LASTS_ON_PHONE : LASTS;
  setFolded(mustYield());
  const detail = one.querySelector("[data-once-say]")?.textContent.replace(/\s+/g, " ").trim();
  if (detail) document.dispatchEvent(new CustomEvent("ridotto:say", { detail }));
}

function open() {
  [left, opened] = [0, performance.now()]; // people who opened it may read it for as long as they like
  view().querySelector("[data-once-pin]").hidden = true;
  setFolded(false);
  view().querySelector("[data-once-close]").focus({ preventScroll: true });
}

function fold() {
  const one = view();
  if (!one || isFolded()) return;
  const hadFocus = one.contains(document.activeElement);
  setFolded(true);
  const opener = one.querySelector("[data-once-open]");
  if (hadFocus) (opener.checkVisibility() ? opener : document.getElementById("main"))?.focus({ preventScroll: true });
}

function fade() {
  const one = view();
  if (still.matches) return fold();
  one.animate([{ opacity: 1 }, { opacity: 0 }], 320).finished.then(fold, fold);
}

/** Remove the view: the phase after it has ended. */
function take(one) {
  one.parentElement.classList.remove("has-view", "is-folded");
  one.remove();
}

function update() {
  const one = view();
  if (one && numberOf(one) > newest) arrive(one);
  else if (one && phaseNow() !== phase) take(one);
  else if (mustYield() && !yielded) fold();
  yielded = mustYield();
  layOut();
}

function tick() {
  const one = view();
  layOut();
  if (!one || isFolded() || left <= 0 || document.visibilityState !== "visible" || one.contains(document.activeElement)) return;
  left -= STEP;
  if (left <= 0) fade();
}

function press({ target }) {
  if (!view() || !target.closest) return;
  if (isFolded()) {
    if (target.closest(".once-head, [data-once-open], [data-moment-again]")) open();
  } else if (target.closest("[data-once-pin]")) {
    left = 0;
    target.closest("[data-once-pin]").hidden = true;
    view().querySelector("[data-once-close]").focus({ preventScroll: true });
  } else if (performance.now() - opened > DOUBLE) {
    if (narrow.matches || target.closest("[data-once-view], #m-seat :is(button, summary, label)")) fold();
  }
}

document.addEventListener("click", press);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && view()?.contains(document.activeElement)) fold();
});
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const fresh = event.detail.target.id === "m-once" && event.detail.fragment.querySelector?.("[data-once-view]");
  if (fresh && numberOf(fresh) <= newest) event.detail.shouldSwap = false;
});
document.addEventListener("ridotto:swapped", update);
narrow.addEventListener("change", update); // also when a phone is turned
for (const kind of ["scroll", "resize"]) window.addEventListener(kind, layOut, { passive: true });
setInterval(tick, STEP);
update();
