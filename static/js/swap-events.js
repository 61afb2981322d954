// Says once that parts of the page were swapped, when all that came together are in place and before anybody
// sees them: "ridotto:swapped" on the document, with { parts }, a set of their ids.
//
// htmx tells of each part by itself, and of those before it once more. Whoever measures the page in between
// has the browser lay it out again each time: most of what news cost a page.

let parts = null;

function tell() {
  const detail = { parts };
  parts = null;
  document.dispatchEvent(new CustomEvent("ridotto:swapped", { detail }));
}

function note(event) {
  // A microtask: it runs when the message or the answer has been dealt with, in the same frame.
  if (!parts) queueMicrotask(tell);
  parts ??= new Set();
  parts.add(event.detail.target?.id ?? event.target.id);
}

for (const kind of ["htmx:oobAfterSwap", "htmx:afterSwap"]) document.addEventListener(kind, note);
