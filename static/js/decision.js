// What a match asks of its viewer, as it stands on the page: whether an answer is owed, the controls of the answer,
// what it is about, and the window that is left for them. It does nothing by itself: the modules that stand after it
// take its functions from `globalThis.decision`.
//
// They do not import them: collected files have a hash in their names, and the switch by which Django would write it
// into imports stumbles over a comment in a script of django-htmx.

const CONTROL =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, label, [role=button], [tabindex]:not([tabindex='-1'])";
const PARTS = ":is(#m-seat, #m-board)";

const narrow = matchMedia("(max-width: 63.99rem)"); // one column

const isOwed = () => document.querySelector('#m-seat[data-my-turn="true"]') !== null;
const result = () => document.querySelector("#m-board .result");
const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
const isControl = (one) => Boolean(one.closest?.(CONTROL));
const isInDecision = (one) => Boolean(one.closest?.(PARTS));
const holdsControl = (one) => one.querySelector(CONTROL) !== null;

/** What of the seat and the board shows; what stands under [data-aside] belongs to no answer. */
const shown = (selector) =>
  [...document.querySelectorAll(`${PARTS} :is(${selector})`)].filter((one) => isShown(one) && !one.closest("[data-aside]"));

const controls = () => shown(CONTROL);
/** What the answer is about. */
const subjects = () => shown("[data-about]");

/** The list that scrolls inside itself in which this stands; null if there is none. */
function listOf(one) {
  for (let list = one.parentElement; list && list.id !== "main"; list = list.parentElement) {
    if (list.scrollHeight > list.clientHeight + 1 && getComputedStyle(list).overflowY === "auto") return list;
  }
  return null;
}

/** The window between the line of the phase and the chat, which stay where they are. */
function freeWindow() {
  const top = document.getElementById("m-phase")?.getBoundingClientRect().bottom ?? 0;
  const dock = document.querySelector("[data-dock]")?.getBoundingClientRect().top ?? innerHeight;
  return { top, bottom: Math.min(innerHeight, dock) };
}

globalThis.decision = { narrow, isOwed, result, isShown, isControl, isInDecision, holdsControl, controls, subjects, listOf, freeWindow };
