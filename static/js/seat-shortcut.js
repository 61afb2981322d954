// On a phone the seat may lie outside the window: the way to it is shown while it is my move and the
// seat is out of sight (`.to-seat`, frame.css), and has been for some frames: a layout that comes to rest
// shows none, for it would lie over controls. Without script it is shown while it is my move.
//
// --seat-top is how far down the page the seat begins: what a style sheet leaves it of the window.

const way = document.querySelector(".to-seat");
const LEAST = 96; // pixels of the seat that count as being there
const FRAMES = 3;

let below = 0; // --seat-top, as it was set
let missed = 0; // frames in which the seat was out of sight

function look() {
  const seat = document.getElementById("m-seat");
  if (!seat) return;
  const from = Math.round(seat.getBoundingClientRect().top + scrollY);
  if (from !== below) document.documentElement.style.setProperty("--seat-top", `${(below = from)}px`);
  const { top, bottom } = seat.getBoundingClientRect(); // as --seat-top has it now
  const edges = getComputedStyle(document.documentElement);
  const isAbove = bottom < parseFloat(edges.scrollPaddingTop) + LEAST;
  const isBelow = top > innerHeight - parseFloat(edges.scrollPaddingBottom) - LEAST;
  missed = isAbove || isBelow ? missed + 1 : 0;
  if (missed > 0 && missed <= FRAMES) return later();
  way.classList.toggle("is-there", missed === 0);
  way.classList.toggle("is-up", isAbove);
}

let waiting = 0;
function later() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(look);
}

/** What comes may move the seat: no way is shown until it has come to rest. */
function doubt() {
  missed = 0;
  way.classList.add("is-there");
  later();
}

window.addEventListener("scroll", later, { passive: true });
window.addEventListener("resize", doubt, { passive: true });
document.addEventListener("ridotto:swapped", (event) => (event.detail.parts.has("m-seat") ? doubt() : later()));
new ResizeObserver(later).observe(document.getElementById("main"));
look();
