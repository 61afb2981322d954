// Checkboxes that this browser remembers: <input type="checkbox" id="..." data-kept="name">
//
// They only affect how the page looks, and the site is never told. part-swaps.js preserves them when their fragment
// is replaced; this module restores them on the next page.

const keyOf = (box) => `ridotto-${box.dataset.kept}`;

function recall() {
  for (const box of document.querySelectorAll("input[data-kept]:not([data-recalled])")) {
    box.dataset.recalled = "";
    try {
      if (localStorage.getItem(keyOf(box)) === "on") box.checked = true;
    } catch {
      // Without storage, the page stays as it is.
    }
  }
}

document.addEventListener("change", (event) => {
  if (!event.target.matches?.("input[data-kept]")) return;
  try {
    localStorage.setItem(keyOf(event.target), event.target.checked ? "on" : "off");
  } catch {
    // The choice then lasts for this page only.
  }
});
document.addEventListener("ridotto:swapped", recall);
recall();
