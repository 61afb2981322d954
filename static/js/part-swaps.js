// Keeps a page intact while its fragments are swapped.
//
// A fragment has data-part (a digest of its contents) and perhaps data-revision: a number that never decreases, or
// "stream:number", comparable only within one stream (a seat's or the spectators'); the table's stream, "t", is the
// exception, since all others continue from its number. A fragment that equals, or is older than, what is shown is
// dropped, so that what a person types, chooses or focuses survives. When a fragment does change, fields with an id
// keep what was typed into them (checkboxes with data-stays even if nobody changed them), and the focus returns to
// the element with the same id (or data-item, or name and value), or else to the first line of the fragment, from
// which the next Tab continues. A feed never adds an entry twice. A fragment with data-list adds, replaces and
// removes single entries; its digest then no longer describes its contents. The same holds for a log that adds new
// lines, which carry the fragment's new data-revision (`games/page/frame.py`).

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

/** Keep <details> with an id open if they were. */
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

/** Return the beginning of a fragment for screen readers: a visible line, not a whole panel or anything to press. */
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

/** Add, replace or remove an entry of a list. */
function changeEntry(target) {
  const list = listOf(target);
  if (list !== target) list?.removeAttribute("data-part");
}

function dropKnown(list) {
  for (const entry of [...list.children]) {
    if (entry.id && document.getElementById(entry.id)) entry.remove();
  }
}

/** Return true if new lines of a log, or its new checksum, continue what is shown. They then set its revision. */
function goesOn(target, fragment) {
  const part = target.closest("[data-revision]");
  if (!fragment.dataset.revision || !part) return true;
  if (isOld(part, fragment)) return false;
  part.dataset.revision = fragment.dataset.revision;
  part.removeAttribute("data-part");
  return true;
}

// Updates of a fragment whose form is under way wait for its answer: the answer would not find its form, and the
// new form could be sent a second time. Updates that still have to wait then wait again. (Fragments in the
// answer itself are swapped at once; late-answers.js shows its refusal.)
const waiting = new Map();
let answering = false;

document.addEventListener("htmx:beforeSwap", () => (answering = true));
document.addEventListener("htmx:afterRequest", () => {
  answering = false;
  const late = [...waiting.values()];
  waiting.clear();
  for (const fresh of late) htmx.swap(document.body, fresh.outerHTML, { swapStyle: "none" });
});

// Updates of a list never wait: each builds on the one before.
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
    rememberFocus(target); // the new contents of an element
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

// A page restored from the browser's memory has no socket: its contents are old.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("[ws-connect]")) location.reload();
});
