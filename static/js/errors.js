// Answers that are no page part: says in #flash what happened and what to do.

const text = (name) => document.getElementById("texts")?.dataset[name];

function flash(words) {
  const place = document.getElementById("flash");
  if (!place) return;
  const notice = document.createElement("p");
  notice.className = "notice error";
  notice.textContent = words;
  place.classList.add("floats");
  place.replaceChildren(notice);
}

function wordsFor(status) {
  return text(`error-${status}`) ?? text(status >= 500 ? "error-500" : "errorOther");
}

/** A refusal may bring parts with it: those are swapped, a whole page is not. */
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status < 400 || xhr.status >= 500 || !xhr.response?.includes("hx-swap-oob")) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});
document.addEventListener("htmx:responseError", (event) => flash(wordsFor(event.detail.xhr.status)));
document.addEventListener("htmx:sendError", () => flash(text("errorSend")));
document.addEventListener("htmx:timeout", () => flash(text("errorSend")));
document.addEventListener("ridotto:sent", () => {
  document.querySelectorAll("#flash.floats > .notice.error").forEach((one) => one.remove());
});
