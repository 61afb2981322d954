// On a phone the seat may lie outside the window: the way to it is shown while it is my move and the
// seat is out of sight (`.to-seat`, frame.css). Without script it is shown while it is my move.
//
// --seat-top is how far down the page the seat begins: what a style sheet leaves it of the window.

const way = document.querySelector(".to-seat");
const LEAST = 96; // pixels of the seat that count as being there

let below = 0; // --seat-top, as it was set

function look() {
  const seat = document.getElementById("m-seat");
  if (!seat) return;
  const from = Math.round(seat.getBoundingClientRect().top + scrollY);
  if (from !== below) document.documentElement.style.setProperty("--seat-top", `${(below = from)}px`);
  const { top, bottom } = seat.getBoundingClientRect(); // as --seat-top has it now
  const edges = getComputedStyle(document.documentElement);
  const isAbove = bottom < parseFloat(edges.scrollPaddingTop) + LEAST;
  const isBelow = top > innerHeight - parseFloat(edges.scrollPaddingBottom) - LEAST;
  way.classList.toggle("is-there", !isAbove && !isBelow);
  way.classList.toggle("is-up", isAbove);
}

let waiting = 0;
function later() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(look);
}

for (const kind of ["scroll", "resize"]) window.addEventListener(kind, later, { passive: true });
document.addEventListener("htmx:oobAfterSwap", later);
new ResizeObserver(later).observe(document.getElementById("main"));
look();
