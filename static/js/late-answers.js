// Answers whose form is no longer on the page.
//
// Updates never replace a form while its answer is under way: they wait (part-swaps.js). Only answers can replace
// it: its own, which also brings a new version of the fragment that holds the form, or that of another form in the
// fragment. htmx would put the text of a refusal into the old form; this module puts it into the error slot (.error)
// of the form that has taken its place (the same id). If the form was gone before its answer arrived, htmx would
// look for the targets of the fragments inside it, so this module swaps them.

/** The text of an answer besides its fragments. */
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
  // After the swap, which is complete when this event has been handled.
  if (form) queueMicrotask(() => form.isConnected || placeRefusal(form, xhr));
});

/** Its answer has arrived, and is reported like that of any form. */
function swapForThePage(event) {
  const { elt, xhr } = event.detail;
  if (elt.isConnected || !xhr.response?.includes("hx-swap-oob")) return;
  event.preventDefault();
  const detail = { ...event.detail, target: document.body };
  document.dispatchEvent(new CustomEvent("htmx:beforeSwap", { detail }));
  htmx.swap(document.body, xhr.response, { swapStyle: "none" });
  document.dispatchEvent(new CustomEvent("htmx:afterRequest", { detail }));
}

document.addEventListener("htmx:beforeSend", (event) => {
  event.detail.elt.addEventListener("htmx:beforeOnLoad", swapForThePage, { once: true });
});
