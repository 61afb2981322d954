// A line that is there to be copied (<input readonly class="copy">) is selected when it is entered, so
// that one keystroke copies it.
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("input.copy")) event.target.select();
});
