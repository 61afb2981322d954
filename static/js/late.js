// Answers whose form was redrawn meanwhile: by news while it was under way, or by a part that the answer
// itself brings.
//
// htmx would put such an answer into a form that is no longer on the page. Here the parts it brings are
// swapped into the page, and a refusal's words go into the error slot (.error) of the form that now stands
// in its place (the same id). The other modules hear of a late answer as "ridotto:late" ({ form, xhr }).

const done = new WeakSet();
const LEADS_ELSEWHERE = ["HX-Redirect", "HX-Location", "HX-Refresh"];

/** What an answer says besides the parts it brings. */
function wordsOf(xhr) {
  const { body } = new DOMParser().parseFromString(xhr.response, "text/html");
  body.querySelectorAll("[hx-swap-oob]").forEach((part) => part.remove());
  return [...body.childNodes];
}

function placeRefusal(form, xhr) {
  const twin = form?.id ? document.getElementById(form.id) : null;
  const slot = twin !== form && twin?.querySelector(".error");
  if (slot && xhr.getResponseHeader("X-Ridotto-Code")) slot.replaceChildren(...wordsOf(xhr));
}

function late(event) {
  const { elt, xhr } = event.detail;
  if (elt.isConnected || done.has(xhr)) return;
  if (LEADS_ELSEWHERE.some((name) => xhr.getResponseHeader(name))) return;
  done.add(xhr);
  event.preventDefault();
  if (xhr.status >= 400 && !xhr.response.includes("hx-swap-oob")) {
    document.dispatchEvent(new CustomEvent("htmx:responseError", { detail: { xhr } }));
    return;
  }
  const form = elt.closest("form");
  document.dispatchEvent(new CustomEvent("ridotto:late", { detail: { form, xhr } }));
  const how = { swapStyle: "none", swapDelay: 0, settleDelay: 0 };
  window.htmx.swap(document.body, xhr.response, how, { contextElement: document.body });
  placeRefusal(form, xhr);
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig, xhr } = event.detail;
  const form = requestConfig?.elt?.closest?.("form");
  // After the swap, which is done in one go with this event.
  if (form) queueMicrotask(() => form.isConnected || placeRefusal(form, xhr));
});
document.addEventListener("htmx:beforeRequest", (event) => {
  // On the element itself: events of an element that has left the page no longer reach the document.
  event.detail.elt.addEventListener("htmx:beforeOnLoad", late, { once: true });
});
