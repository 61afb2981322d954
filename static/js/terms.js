// Words that explain themselves: <button class="term" popovertarget="id">Guild</button><span id="id" popover>…</span>
//
// The browser shows the meaning when the word is pressed; here it is shown while the word is pointed at or has
// the focus as well. The meaning lies above all else and moves nothing. It is read until the reader turns to
// something else: a part that is drawn anew, or a moment that comes over it, is not their doing.

const wordOf = (event) => event.target.closest?.(".term");
const idOf = (word) => word.getAttribute("popovertarget");
const isOpen = (meaning) => meaning?.matches(":popover-open");

let shown = ""; // the id of the meaning that is read
let reached = null; // the word that the pointer has come to stand on, until it moves
let isHeld = false; // its word was pressed or has the focus: the pointer may go elsewhere

function place(meaning, word) {
  const { left, bottom } = word.getBoundingClientRect();
  meaning.style.left = `${Math.max(8, Math.min(left, innerWidth - meaning.offsetWidth - 8))}px`;
  meaning.style.top = `${Math.min(bottom + 4, innerHeight - meaning.offsetHeight - 8)}px`;
}

function show(word, holds) {
  const meaning = document.getElementById(idOf(word));
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
// Only who moves the pointer comes to a word or leaves it: what is drawn under a pointer at rest asks nobody, and
// its meaning would lie over the answer; and what is drawn anew there is left by nobody.
document.addEventListener("pointerover", (event) => isMouse(event) && (reached = wordOf(event)));
document.addEventListener("pointermove", (event) => {
  if (!isMouse(event)) return;
  const word = wordOf(event);
  if (word && word === reached) show(word, false);
  else if (shown && !isHeld && (!word || idOf(word) !== shown)) hide();
  reached = null;
});
document.addEventListener("focusin", (event) => wordOf(event)?.matches(":focus-visible") && show(wordOf(event), true));
// A word that is taken away, or a window that is left, gives the focus to nothing.
document.addEventListener("focusout", (event) => {
  if (event.relatedTarget && wordOf(event) && idOf(wordOf(event)) === shown) hide();
});
document.addEventListener("click", (event) => {
  const word = wordOf(event);
  if (!word) return;
  event.preventDefault();
  show(word, true);
});
document.addEventListener("toggle", (event) => event.newState === "closed" && event.target.id === shown && (shown = ""), true);

// A part that is drawn anew takes its words along. Where a word is left out while an answer is owed, its
// meaning goes with it: it would lie over the answer.
document.addEventListener("ridotto:swapped", () => {
  const word = shown ? document.querySelector(`.term[popovertarget="${CSS.escape(shown)}"]`) : null;
  if (word?.checkVisibility()) show(word, false);
  else if (shown) hide();
});

// Whoever points at a word while the page still loads need not do it again.
const pointed = document.querySelector(".term:hover");
if (pointed && matchMedia("(hover: hover)").matches) show(pointed, false);
