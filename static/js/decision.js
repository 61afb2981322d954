// The viewer's open decision, as the page shows it: whether an answer is owed, the controls for it, what it is
// about, and the free part of the window. This module does nothing by itself; later modules use its functions as
// `globalThis.decision`.
//
// They do not import them: collected files have a hash in their names, and Django's option for rewriting imports
// fails on a comment in a script of django-htmx.

const CONTROL =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, label, [role=button], [tabindex]:not([tabindex='-1'])";
const PARTS = ":is(#m-seat, #m-board)";

const narrow = matchMedia("(max-width: 63.99rem)"); // one column

const isOwed = () => document.querySelector('#m-seat[data-my-turn="true"]') !== null;
const result = () => document.querySelector("#m-board .result");
const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
const isControl = (one) => Boolean(one.closest?.(CONTROL));
const isInDecision = (one) => Boolean(one.closest?.(PARTS));

/** The visible parts of seat and board; elements in [data-aside] belong to no answer. */
const shown = (selector) =>
  [...document.querySelectorAll(`${PARTS} :is(${selector})`)].filter((one) => isShown(one) && !one.closest("[data-aside]"));

const controls = () => shown(CONTROL);
/** The elements that the answer is about. */
const subjects = () => shown("[data-about]");

/** The scrolling list that contains this element, or null. */
function listOf(one) {
  for (let list = one.parentElement; list && list.id !== "main"; list = list.parentElement) {
    if (list.scrollHeight > list.clientHeight + 1 && getComputedStyle(list).overflowY === "auto") return list;
  }
  return null;
}

/** The step of a lesson, which stays below the phase line in one column, or null. */
const lessonStep = () => (narrow.matches ? document.querySelector(".lesson .hint-card") : null);

/** The part of the window between the phase line, or the step of a lesson, and the chat, which stay in place. */
function freeWindow() {
  const above = [document.getElementById("m-phase"), lessonStep()];
  const top = Math.max(0, ...above.map((one) => one?.getBoundingClientRect().bottom ?? 0));
  const dock = document.querySelector("[data-dock]")?.getBoundingClientRect().top ?? innerHeight;
  return { top, bottom: Math.min(innerHeight, dock) };
}

globalThis.decision = { narrow, isOwed, result, isShown, isControl, isInDecision, controls, subjects, listOf, lessonStep, freeWindow };
