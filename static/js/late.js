// Answers that come late: news redrew the part while its form was under way.
//
// htmx would put such an answer into the form that is no longer on the page. It is swapped here instead:
// the parts it brings into the page, a refusal's words into the error slot of the form that stands in its
// place. The other modules hear of it as "ridotto:late" ({ form, xhr }) on the document.

const done = new WeakSet();
const LEADS_ELSEWHERE = ["HX-Redirect", "HX-Location", "HX-Refresh"];

function slotOf(form) {
  const twin = form.id ? document.getElementById(form.id) : null;
  return twin?.querySelector(".error") ?? null;
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
  document.dispatchEvent(new CustomEvent("ridotto:late", { detail: { form: elt.closest("form"), xhr } }));
  const slot = xhr.getResponseHeader("X-Ridotto-Code") ? slotOf(elt) : null;
  const how = { swapStyle: slot ? "innerHTML" : "none", swapDelay: 0, settleDelay: 0 };
  window.htmx.swap(slot ?? document.body, xhr.response, how, { contextElement: document.body });
}

document.addEventListener("htmx:beforeRequest", (event) => {
  // On the element itself: events of an element that has left the page no longer reach the document.
  event.detail.elt.addEventListener("htmx:beforeOnLoad", late, { once: true });
});
