// Keeps a page whole while its parts are swapped.
//
// A part carries data-part (a digest of what it shows) and perhaps data-revision: a number that never falls, or
// "stream:number", comparable within one stream only (a seat's, a spectator's), but for that of the table, "t",
// from whose numbers all others go on. A fragment that is older than what is shown, or the same, is dropped, so
// that what a person types, chooses or focuses survives. When a part does change, fields with an id keep what was
// typed into them (a tick with data-stays also where nobody has chosen it), and the focus returns to the element
// of the same id (or data-item, or name and value); when that element is gone, to the first line of the part,
// from which the next Tab goes on. A feed never takes in an entry twice.
// Of a part with data-list single entries come, change and go; then its digest no longer says what it shows. Nor
// does that of a log that takes in what is new, with the data-revision that the part then has (`games/page/frame.py`).

const FIELDS = "input:not([type=hidden]):not([type=password]), textarea, select";

function revisionOf(part) {
  const [number, stream] = (part.dataset.revision ?? "0").split(":").reverse();
  return { number: Number(number), stream };
}

function isOld(shown, fresh) {
  const [old, young] = [revisionOf(shown), revisionOf(fresh)];
  return (old.stream === young.stream || young.stream === "t") && young.number < old.number;
}

function isSame(shown, fresh) {
  return fresh.dataset.part !== undefined && fresh.dataset.part === shown.dataset.part;
}

function isDirty(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked || "stays" in field.dataset;
  if (field.options) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return field.value !== field.defaultValue;
}

function keepTyped(shown, fresh) {
  for (const field of shown.querySelectorAll(FIELDS)) {
    if (!field.id || field.closest("[data-forget]") || !isDirty(field)) continue;
    const twin = fresh.querySelector(`#${CSS.escape(field.id)}`);
    if (!twin || twin.type !== field.type) continue;
    if (field.type === "checkbox" || field.type === "radio") twin.checked = field.checked;
    else twin.value = field.value;
  }
}

/** What was unfolded stays unfolded: details with an id. */
function keepOpen(shown, fresh) {
  for (const one of shown.querySelectorAll("details[id]")) {
    const twin = fresh.querySelector(`#${CSS.escape(one.id)}`);
    if (twin) twin.open = one.open;
  }
}

function addressOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.dataset.item) return `[data-item="${CSS.escape(element.dataset.item)}"]`;
  if (element.name) return `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  return null;
}

let focus = null;

function rememberFocus(part) {
  const element = document.activeElement;
  if (!element || !part.contains(element)) return;
  focus = { part: part.id, address: addressOf(element), range: rangeOf(element) };
}

function rangeOf(element) {
  const isText = element.matches("textarea, input") && typeof element.selectionStart === "number";
  return isText ? [element.selectionStart, element.selectionEnd] : null;
}

/** Where a part begins for who reads it: a line that shows, not a whole panel, and nothing to press. */
function firstLineOf(part) {
  const lines = [...part.querySelectorAll("h2, h3, legend, [data-about], p")];
  const shows = (one) => one.checkVisibility({ visibilityProperty: true }) && one.offsetWidth > 1 && !one.closest("button, a, summary, label");
  return lines.find(shows) ?? part;
}

function restoreFocus() {
  if (!focus) return;
  const { part: id, address, range } = focus;
  focus = null;
  const part = document.getElementById(id);
  if (!part || part.contains(document.activeElement)) return;
  const element = address && part.querySelector(address);
  element?.focus({ preventScroll: true });
  if (document.activeElement !== element) {
    const line = firstLineOf(part);
    if (!line.hasAttribute("tabindex")) line.tabIndex = -1;
    line.focus({ preventScroll: true });
  } else if (range && element.setSelectionRange) {
    element.setSelectionRange(...range);
  }
}

const listOf = (target) => target.closest("[data-list]");

/** An entry of a list comes, changes or goes. */
function changeEntry(target) {
  const list = listOf(target);
  if (list !== target) list?.removeAttribute("data-part");
}

function dropKnown(list) {
  for (const entry of [...list.children]) {
    if (entry.id && document.getElementById(entry.id)) entry.remove();
  }
}

/** New lines of a log, or what stands for it then: whether they go on from what is shown. It is as new as they are. */
function goesOn(target, fragment) {
  const part = target.closest("[data-revision]");
  if (!fragment.dataset.revision || !part) return true;
  if (isOld(part, fragment)) return false;
  part.dataset.revision = fragment.dataset.revision;
  part.removeAttribute("data-part");
  return true;
}

// News for a part whose form is under way wait for its answer: the answer would find its form gone, and
// the form drawn anew could be sent a second time. Whoever still has to wait then waits again. (What the
// answer itself brings is swapped at once; its refusal finds its place by late-answers.js.)
const waiting = new Map();
let answering = false;

document.addEventListener("htmx:beforeSwap", () => (answering = true));
document.addEventListener("htmx:afterRequest", () => {
  answering = false;
  const late = [...waiting.values()];
  waiting.clear();
  for (const fresh of late) htmx.swap(document.body, fresh.outerHTML, { swapStyle: "none" });
});

// What comes for a list never waits: each of its news builds on the one before.
function mustWait(target, fresh) {
  if (answering || !fresh || listOf(target) || !target.querySelector(".htmx-request")) return false;
  fresh.setAttribute("hx-swap-oob", "true");
  const held = waiting.get(target.id);
  if (!held || !isOld(held, fresh)) waiting.set(target.id, fresh);
  return true;
}

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const fresh = fragment instanceof DocumentFragment ? fragment.firstElementChild : null;
  changeEntry(target);
  if (mustWait(target, fresh)) {
    event.detail.shouldSwap = false;
  } else if (!fresh && fragment.id === target.id) {
    rememberFocus(target); // the inside of an element anew
  } else if (!fresh && !goesOn(target, fragment)) {
    event.detail.shouldSwap = false;
  } else if (!fresh) {
    dropKnown(fragment);
  } else if (isOld(target, fresh)) {
    event.detail.shouldSwap = false;
  } else if (isSame(target, fresh)) {
    event.detail.shouldSwap = false;
    if (fresh.dataset.revision) target.dataset.revision = fresh.dataset.revision;
  } else {
    keepTyped(target, fresh);
    keepOpen(target, fresh);
    rememberFocus(listOf(target) ?? target);
  }
});

document.addEventListener("ridotto:swapped", restoreFocus);

// A page out of the browser's own memory has no socket: what it shows is old.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("[ws-connect]")) location.reload();
});
