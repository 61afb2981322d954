// Ticks that this browser remembers: <input type="checkbox" id="..." data-kept="name">
//
// A wish of the page's looks only; the house never hears of it. part-swaps.js carries the tick over when the
// part that holds it is drawn anew, here it comes back on the next page.

const keyOf = (box) => `ridotto-${box.dataset.kept}`;

function recall() {
  for (const box of document.querySelectorAll("input[data-kept]:not([data-recalled])")) {
    box.dataset.recalled = "";
    try {
      if (localStorage.getItem(keyOf(box)) === "on") box.checked = true;
    } catch {
      // A browser that keeps nothing shows the page as it is.
    }
  }
}

document.addEventListener("change", (event) => {
  if (!event.target.matches?.("input[data-kept]")) return;
  try {
    localStorage.setItem(keyOf(event.target), event.target.checked ? "on" : "off");
  } catch {
    // Then the tick holds for this page.
  }
});
document.addEventListener("ridotto:swapped", recall);
recall();
