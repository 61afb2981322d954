// Refusals whose answer also brings, drawn anew, the part that holds the form itself.
//
// News never take a form away while its answer is under way: they wait (live.js). Only the answer can
// do that. Then htmx puts its words into the form that was; here they go into the error slot (.error)
// of the form that now stands in its place (the same id).

/** What an answer says besides the parts it brings. */
function wordsOf(xhr) {
  const { body } = new DOMParser().parseFromString(xhr.response, "text/html");
  body.querySelectorAll("[hx-swap-oob]").forEach((part) => part.remove());
  return [...body.childNodes];
}

function placeRefusal(form, xhr) {
  const twin = form.id ? document.getElementById(form.id) : null;
  const slot = twin?.querySelector(".error");
  if (slot && xhr.getResponseHeader("X-Ridotto-Code")) slot.replaceChildren(...wordsOf(xhr));
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig, xhr } = event.detail;
  const form = requestConfig?.elt?.closest?.("form");
  // After the swap, which is done in one go with this event.
  if (form) queueMicrotask(() => form.isConnected || placeRefusal(form, xhr));
});
