// Writing a pack, a card a line: <form data-draft> with <textarea name="black" data-draft-lines> and #draft-black.
//
// The house draws the cards (htmx, as the form is written). Here the card of the line that is written is brought
// into view, a fault leads to its line, and what is not saved is not left without a question.

const form = document.querySelector("form[data-draft]");
const areas = form ? [...form.querySelectorAll("[data-draft-lines]")] : [];
const lineOf = (area) => area.value.slice(0, area.selectionStart).split("\n").length;

/** Marks the card of the line that is written. False if it is not among those shown. */
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

/** Selects a line of an area, and scrolls the area to it. */
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
