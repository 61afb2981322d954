// Words that explain themselves: <button class="term" popovertarget="id">Guild</button><span id="id" popover>…</span>
//
// The browser shows the meaning when the word is pressed; here it is shown while the word is pointed at or has
// the focus as well. The meaning lies above all else and moves nothing.

const wordOf = (event) => event.target.closest?.(".term");
const meaningOf = (word) => document.getElementById(word.getAttribute("popovertarget"));

let kept = ""; // the id of the meaning that was asked for by a press or the focus, while it is shown

function show(word) {
  const meaning = meaningOf(word);
  if (!meaning || meaning.matches(":popover-open")) return;
  meaning.showPopover({ source: word });
  const { left, bottom } = word.getBoundingClientRect();
  meaning.style.left = `${Math.max(8, Math.min(left, innerWidth - meaning.offsetWidth - 8))}px`;
  meaning.style.top = `${Math.min(bottom + 4, innerHeight - meaning.offsetHeight - 8)}px`;
}

function hide(word) {
  const meaning = meaningOf(word);
  if (meaning?.matches(":popover-open") && document.activeElement !== word) meaning.hidePopover();
}

document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && wordOf(event) && show(wordOf(event)));
document.addEventListener("pointerout", (event) => event.pointerType === "mouse" && wordOf(event) && hide(wordOf(event)));
document.addEventListener("focusin", (event) => wordOf(event)?.matches(":focus-visible") && show(wordOf(event)));
document.addEventListener("focusout", (event) => {
  const meaning = wordOf(event) && meaningOf(wordOf(event));
  if (meaning?.matches(":popover-open")) meaning.hidePopover();
});
// A press shows it where the word stands, and hides it again.
document.addEventListener("click", (event) => {
  const word = wordOf(event);
  if (!word) return;
  event.preventDefault();
  show(word);
  kept = word.getAttribute("popovertarget");
});

// A part that is drawn anew takes its words along: what was asked for stays.
document.addEventListener("toggle", (event) => event.newState === "closed" && event.target.id === kept && (kept = ""), true);
document.addEventListener("htmx:oobAfterSwap", () => {
  const word = kept && document.querySelector(`.term[popovertarget="${CSS.escape(kept)}"]`);
  if (word) show(word);
});

// Whoever points at a word while the page still loads need not do it again.
const pointed = document.querySelector(".term:hover");
if (pointed && matchMedia("(hover: hover)").matches) show(pointed);
