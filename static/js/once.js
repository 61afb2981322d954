// What a page is told once: a closing view that stands for some seconds and goes by itself.
//
//   <div id="m-once" class="once has-view"><section data-once-view="12">
//     <h2 data-once-say>…</h2> … <button data-once-close>Close</button></section></div>
// It goes by its time, when it is pressed, and at once when its reader presses a control of theirs. On a phone
// it takes the whole screen until it is tapped; above a result it is one line there until [data-once-open], which
// only such a line shows, is pressed. It waits while it has the focus or the page is not looked at.

const LASTS = 8_000;
const STEP = 500;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const narrow = matchMedia("(max-width: 63.99rem)");

let shown = "";
let left = 0;

const view = () => document.querySelector("[data-once-view]");

function isLookedAt(one) {
  return document.visibilityState !== "visible" || narrow.matches || one.contains(document.activeElement);
}

function notice() {
  const one = view();
  if (!one || one.dataset.onceView === shown) return;
  shown = one.dataset.onceView;
  left = LASTS;
  const detail = one.querySelector("[data-once-say]")?.textContent.replace(/\s+/g, " ").trim();
  if (detail) document.dispatchEvent(new CustomEvent("ridotto:say", { detail }));
}

function close() {
  const one = view();
  if (!one) return;
  const hadFocus = one.contains(document.activeElement);
  document.dispatchEvent(new Event("ridotto:beforeChange")); // what stood below it moves up
  one.parentElement.classList.remove("has-view");
  one.remove();
  if (hadFocus) document.getElementById("main")?.focus({ preventScroll: true });
}

function fade() {
  const one = view();
  if (still.matches || !one.animate) return close();
  one.animate([{ opacity: 1 }, { opacity: 0 }], 320).finished.then(close, close);
}

function tick() {
  const one = view();
  if (!one || left <= 0 || isLookedAt(one)) return;
  left -= STEP;
  if (left <= 0) fade();
}

document.addEventListener("click", (event) => {
  const opener = view()?.querySelector("[data-once-open]");
  if (opener?.checkVisibility() && opener.parentElement.contains(event.target) && !event.target.closest("[data-once-close]")) {
    opener.closest("[data-once-view]").parentElement.classList.add("is-open");
    document.querySelector("[data-once-close]").focus();
    return;
  }
  if (event.target.closest?.("[data-once-view], #m-seat :is(button, summary, label)")) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && view()?.contains(document.activeElement)) close();
});
document.addEventListener("ridotto:swapped", notice);
setInterval(tick, STEP);
notice();
