// Answers that are no fragments: shows in #flash what happened and what to do.

const READ = 4_000; // an error stays at least this long

const text = (name) => document.getElementById("texts")?.dataset[name];

function flash(words) {
  const place = document.getElementById("flash");
  if (!place) return;
  const notice = document.createElement("p");
  notice.className = "notice error";
  notice.textContent = words;
  place.classList.add("floats");
  place.replaceChildren(notice);
  return notice;
}

let unreached = null;

function flashUnreached() {
  unreached = { notice: flash(text("errorSend")), at: Date.now() };
}

/** The site can be reached again: remove the line that says otherwise. */
function clearUnreached() {
  if (!unreached) return;
  const { notice, at } = unreached;
  unreached = null;
  setTimeout(() => notice?.remove(), READ - (Date.now() - at));
}

function wordsFor({ status }) {
  return text(`error-${status}`) ?? text(status >= 500 ? "error-500" : "errorOther");
}

/** A refusal may contain fragments, which are swapped; a whole page is not. */
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status < 400 || xhr.status >= 500 || !xhr.response?.includes("hx-swap-oob")) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});
document.addEventListener("htmx:responseError", (event) => {
  const { xhr } = event.detail;
  flash(xhr.getResponseHeader("X-Ridotto-Code") === "stale_form" ? text("errorStale") : wordsFor(xhr));
});
for (const kind of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(kind, flashUnreached);
document.addEventListener("ridotto:reached", clearUnreached);
document.addEventListener("ridotto:sent", () => {
  document.querySelectorAll("#flash.floats > .notice.error").forEach((one) => one.remove());
});
