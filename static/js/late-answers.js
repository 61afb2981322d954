// Answers whose form is no longer on the page.
//
// News never take a form away while its answer is under way: they wait (part-swaps.js). Only an answer can do
// that: its own, which also brings, drawn anew, the part that holds the form, or that of another form in
// this part. Then htmx puts the words of a refusal into the form that was; here they go into the error slot
// (.error) of the form that now stands in its place (the same id). And where the form was gone before its
// answer came, htmx would look for the places of the parts inside it: they are swapped here.

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

/** Its answer has come, and is told to the page as that of any form. */
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
