// Words that explain themselves:
// <button class="term" popovertarget="id">Guild</button><span id="id" popover>…</span>
//
// The browser shows the meaning when the word is pressed; this module also shows it while the word is hovered or
// focused. It covers other content and moves nothing. It stays until the reader turns to something else; a fragment
// that is replaced, or a highlight that covers it, does not count.
//
// A title, which browsers show to a mouse only, is shown in the same way where a finger taps it and nothing else
// happens.

const wordOf = (event) => event.target.closest?.(".term");
const idOf = (word) => word.getAttribute("popovertarget");
// Without popovers (Safari before 17) a press opens the meaning beneath its word, like a fold.
const canPop = "showPopover" in HTMLElement.prototype;
const isOpen = (meaning) => canPop && meaning?.matches(":popover-open");

let shown = ""; // the id of the meaning being read
let reached = null; // the word the pointer rests on, until it moves
let isHeld = false; // its word was pressed or has the focus, so the pointer may move away

function place(meaning, word) {
  const { left, bottom } = word.getBoundingClientRect();
  meaning.style.left = `${Math.max(8, Math.min(left, innerWidth - meaning.offsetWidth - 8))}px`;
  meaning.style.top = `${Math.min(bottom + 4, innerHeight - meaning.offsetHeight - 8)}px`;
}

function show(word, holds) {
  const meaning = canPop && document.getElementById(idOf(word));
  if (!meaning) return;
  isHeld = holds || (isHeld && shown === meaning.id);
  shown = meaning.id;
  if (!isOpen(meaning)) meaning.showPopover({ source: word });
  place(meaning, word);
}

function hide() {
  const meaning = document.getElementById(shown);
  shown = "";
  if (isOpen(meaning)) meaning.hidePopover();
}

const isMouse = (event) => event.pointerType === "mouse";
// Only a moving pointer enters or leaves a word. A word rendered under a resting pointer is not hovered, since
// its meaning would cover the answer, and one rendered again there is not left.
document.addEventListener("pointerover", (event) => isMouse(event) && (reached = wordOf(event)));
document.addEventListener("pointermove", (event) => {
  if (!isMouse(event)) return;
  const word = wordOf(event);
  if (word && word === reached) show(word, false);
  else if (shown && !isHeld && (!word || idOf(word) !== shown)) hide();
  reached = null;
});
document.addEventListener("focusin", (event) => wordOf(event)?.matches(":focus-visible") && show(wordOf(event), true));
// A word that is removed, or a window that is left, passes the focus to nothing.
document.addEventListener("focusout", (event) => {
  if (event.relatedTarget && wordOf(event) && idOf(wordOf(event)) === shown) hide();
});

const CONTROLS = "a, button, input, select, textarea, summary, label, [role=button]";
const told = Object.assign(document.createElement("span"), { className: "term-meaning", popover: "auto" });
let isTouched = false; // not every browser says of a click what caused it

function tell({ target }) {
  const titled = isTouched && canPop && target.closest?.("[title]");
  if (!titled || titled.closest(CONTROLS) || titled.innerText?.includes(titled.title)) return;
  told.textContent = titled.title;
  document.getElementById("main").append(told);
  told.showPopover();
  place(told, titled);
}

document.addEventListener("pointerdown", (event) => (isTouched = event.pointerType === "touch"), true);
document.addEventListener("click", (event) => {
  const word = wordOf(event);
  if (!word) return tell(event);
  event.preventDefault();
  if (canPop) show(word, true);
  else document.getElementById(idOf(word))?.classList.toggle("is-open");
});
document.addEventListener("toggle", (event) => event.newState === "closed" && event.target.id === shown && (shown = ""), true);

// A replaced fragment takes its words along. If a word is hidden while an answer is owed, so is its meaning: it
// would cover the answer.
document.addEventListener("ridotto:swapped", () => {
  const word = shown ? document.querySelector(`.term[popovertarget="${CSS.escape(shown)}"]`) : null;
  if (word?.checkVisibility()) show(word, false);
  else if (shown) hide();
});

// Somebody who hovers a word while the page loads need not do it again.
const pointed = document.querySelector(".term:hover");
if (pointed && matchMedia("(hover: hover)").matches) show(pointed, false);
