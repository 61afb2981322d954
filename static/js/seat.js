// On a phone the seat may lie outside the window: the way to it is shown while it is my move and the
// seat is out of sight (`.to-seat`, frame.css). Without script it is shown while it is my move.

const way = document.querySelector(".to-seat");
const LEAST = 96; // pixels of the seat that count as being there

function look() {
  const seat = document.getElementById("m-seat");
  if (!seat) return;
  const { top, bottom } = seat.getBoundingClientRect();
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
look();
