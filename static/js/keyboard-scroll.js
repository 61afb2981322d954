// Makes scrolling regions accessible by keyboard: one without anything to focus becomes focusable itself, as long
// as it scrolls.

const REGIONS = ".frame-players, .frame-log, .frame-seat, .dock-list, .table-scroll, .menu-sheet";
const FOCUSABLE = "a[href], button:not(:disabled), input, select, textarea, summary, [tabindex]";

function look() {
  for (const region of document.querySelectorAll(REGIONS)) {
    const scrolls = region.scrollHeight > region.clientHeight + 1 || region.scrollWidth > region.clientWidth + 1;
    const needs = scrolls && ![...region.querySelectorAll(FOCUSABLE)].some((one) => one.checkVisibility({ visibilityProperty: true }));
    if (needs && !region.hasAttribute("tabindex")) region.tabIndex = 0;
  }
}

let waiting = 0;
function later() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(look);
}

window.addEventListener("resize", later);
document.addEventListener("ridotto:swapped", later);
look();
