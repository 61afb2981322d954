// Dispatches one event when several fragments were swapped, after all of them are in place and before they are
// painted: "ridotto:swapped" on the document, with { parts }, a set of their ids.
//
// htmx reports each fragment by itself, and those before it again. Scripts that measure the page in between would
// make the browser compute the layout each time, which was most of the cost of an update.

let parts = null;

function tell() {
  const detail = { parts };
  parts = null;
  document.dispatchEvent(new CustomEvent("ridotto:swapped", { detail }));
}

function note(event) {
  // A microtask runs once the message or answer has been handled, in the same frame.
  if (!parts) queueMicrotask(tell);
  parts ??= new Set();
  parts.add(event.detail.target?.id ?? event.target.id);
}

for (const kind of ["htmx:oobAfterSwap", "htmx:afterSwap"]) document.addEventListener(kind, note);
