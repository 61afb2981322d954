// Editing a pack, with one card per line: <form data-draft> with <textarea name="black" data-draft-lines> and
// #draft-black.
//
// The server renders the cards while the form is edited (htmx). This module scrolls to the card of the current line,
// makes each fault select its line, and asks before unsaved changes are discarded.

const form = document.querySelector("form[data-draft]");
const areas = form ? [...form.querySelectorAll("[data-draft-lines]")] : [];
const lineOf = (area) => area.value.slice(0, area.selectionStart).split("\n").length;

/** Mark the card of the current line; false if it is not shown. */
function mark(area, list) {
  const line = String(lineOf(area));
  const cards = [...list.querySelectorAll("[data-draft-line]")];
  const here = cards.find((card) => card.dataset.draftLine === line);
  cards.forEach((card) => card.classList.toggle("is-here", card === here));
  if (here) list.scrollTop = here.offsetTop - 8;
  return Boolean(here) || area.value.split("\n")[line - 1].trim() === "";
}

function follow(area) {
  form.elements[`${area.name}_at`].value = lineOf(area);
  const isShown = mark(area, document.getElementById(`draft-${area.name}`));
  if (!isShown) form.dispatchEvent(new Event("ridotto:look"));
}

/** Select a line of a text area, and scroll to it. */
function go(area, line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start + lines[line - 1].length);
  area.scrollTop = (area.scrollHeight * (line - 1)) / lines.length - area.clientHeight / 2;
  follow(area);
}

let isSaved = form?.dataset.draft !== "unsaved";
for (const area of areas) {
  for (const kind of ["keyup", "click"]) area.addEventListener(kind, () => follow(area));
}
form?.addEventListener("input", () => (isSaved = false));
form?.addEventListener("submit", () => (isSaved = true));
addEventListener("beforeunload", (event) => isSaved || event.preventDefault());
document.addEventListener("ridotto:swapped", () => {
  const area = areas.find((one) => one === document.activeElement);
  if (area) mark(area, document.getElementById(`draft-${area.name}`));
});
document.addEventListener("click", (event) => {
  const jump = event.target.closest?.("[data-draft-jump]");
  const area = jump && areas.find((one) => `#${one.id}` === jump.getAttribute("href"));
  if (!area) return;
  event.preventDefault();
  go(area, Number(jump.dataset.draftJump));
});
