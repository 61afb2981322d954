// A link to the seat on phones, where it may be outside the window (`.to-seat`, frame.css). It is shown while it is
// the viewer's move and the seat has been out of sight for some frames: while the layout is still settling it would
// only cover controls. Without script it is shown while it is the viewer's move.
//
// --seat-top is the distance of the seat from the top of the page; style sheets use it to see how much of the window
// is left.

const way = document.querySelector(".to-seat");
const LEAST = 80; // visible pixels of the seat that count as in sight: a line and a button
const FRAMES = 3;

let below = 0; // the last value of --seat-top
let missed = 0; // frames in which the seat was out of sight

function measure(seat) {
  const from = Math.round(seat.getBoundingClientRect().top + scrollY);
  if (from !== below) document.documentElement.style.setProperty("--seat-top", `${(below = from)}px`);
}

function look() {
  const seat = document.getElementById("m-seat");
  if (!seat) return;
  measure(seat);
  const { top, bottom } = seat.getBoundingClientRect(); // the current value of --seat-top
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

/** Updates may move the seat, so the link is hidden until it rests. */
function doubt() {
  missed = 0;
  way.classList.add("is-there");
  later();
}

/** At once, before other scripts ask what lies where and before anything is painted. */
function measureNow() {
  const seat = document.getElementById("m-seat");
  if (seat) measure(seat);
}

document.addEventListener("ridotto:swapped", measureNow, true);

const sized = new ResizeObserver(() => {
  measureNow();
  later();
});

/** Follow the sizes of all that may be above the seat; fragments are new elements after each swap. */
function follow() {
  sized.disconnect();
  document.querySelectorAll("#main, #main > *, .frame-side > *, .goal-card, .hint-card").forEach((one) => sized.observe(one));
}

// Not every match page has the link.
if (way) {
  window.addEventListener("scroll", later, { passive: true });
  window.addEventListener("resize", doubt, { passive: true });
  document.addEventListener("ridotto:swapped", (event) => (event.detail.parts.has("m-seat") ? doubt() : later()));
  document.addEventListener("ridotto:swapped", follow);
  follow();
  look();
}
