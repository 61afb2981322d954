// What a page is told once: a closing view that stands for some seconds and goes by itself.
//
//   <div id="m-once" class="once has-view"><section data-once-view="12">
//     <h2 data-once-say>…</h2> … <button data-once-close>Close</button></section></div>
// On a phone it takes the whole screen, for a shorter time, and goes when it is tapped.
// It waits while it is pointed at, has the focus, or the page is not looked at.

const LASTS = 20_000;
const LASTS_OVER_ALL = 8_000;
const STEP = 500;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const narrow = matchMedia("(max-width: 63.99rem)");

let shown = "";
let left = 0;

const view = () => document.querySelector("[data-once-view]");

function isLookedAt(one) {
  return document.visibilityState !== "visible" || one.matches(":hover") || one.contains(document.activeElement);
}

function notice() {
  const one = view();
  if (!one || one.dataset.onceView === shown) return;
  shown = one.dataset.onceView;
  left = narrow.matches ? LASTS_OVER_ALL : LASTS;
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
  if (event.target.closest?.("[data-once-close]")) close();
  else if (narrow.matches && event.target.closest?.("[data-once-view]")) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && view()?.contains(document.activeElement)) close();
});
document.addEventListener("htmx:oobAfterSwap", notice);
setInterval(tick, STEP);
notice();
