// The page of Interop.
//
//   .io-fold                  a card that opens as a sheet: it is kept in sight above the sheet, and the page returns to
//                             its position when the sheet is closed
//   [data-fold-close]         closes the card that contains it and returns the focus to it
//   .io-card[data-serves]     while hovered or focused, highlights in [data-tree] the cards that would provide what it needs
//   [data-tree] [data-node]   while hovered, highlights its lines
//   form[data-place]          users for an application; [data-gains] is the result of each number, computed by the server:
//                             [{users, taken, free, income, more, sum}, ...]
//     [data-place-range]      the slider; the number field [data-place-field] is what is sent
//     [data-place-of="..."]   shows that value for the chosen number; [data-place-meter]: the units used
//     data-says               the text for screen readers, with {users}, {taken} ... filled in

const tree = () => document.querySelector("[data-tree]");

function light(ids) {
  const root = tree();
  if (!root) return;
  root.querySelectorAll(".is-lit").forEach((one) => one.classList.remove("is-lit"));
  for (const id of ids) root.querySelector(`[data-node="${CSS.escape(id)}"]`)?.classList.add("is-lit");
}

function lightLines(node) {
  light([]);
  const id = CSS.escape(node.dataset.node);
  const lines = tree()?.querySelectorAll(`[data-user="${id}"], [data-server="${id}"]`) ?? [];
  lines.forEach((one) => one.classList.add("is-lit"));
}

function pointed(event) {
  const card = event.target.closest?.("[data-serves]");
  if (card) return light(card.dataset.serves.split(" ").filter(Boolean));
  const node = event.target.closest?.("[data-tree] [data-node]");
  if (node) lightLines(node);
  else light([]);
}

function draw(form) {
  const gains = JSON.parse(form.dataset.gains);
  const range = form.querySelector("[data-place-range]");
  const gain = gains.find((one) => one.users === Number(range.value)) ?? gains.at(-1);
  form.querySelector("[data-place-field]").value = gain.users;
  form.querySelectorAll("[data-place-of]").forEach((one) => (one.textContent = gain[one.dataset.placeOf]));
  form.querySelector("[data-place-meter]").value = gain.taken;
  const values = { ...gain, capacity: form.dataset.capacity };
  range.setAttribute("aria-valuetext", form.dataset.says.replace(/\{(\w+)\}/g, (_all, name) => values[name]));
}

const drawAll = () => document.querySelectorAll("form[data-place]").forEach(draw);

function close(button) {
  const fold = button.closest("details");
  fold.open = false;
  fold.querySelector("summary").focus({ preventScroll: true }); // goBack decides
}

/** The page's position before a sheet was opened, and where it was moved to; null if it was not moved. */
let moved = null;

/** Scroll just so far that the sheet does not cover its card. */
function keepInSight(fold) {
  const card = fold.querySelector("summary").getBoundingClientRect();
  const sheet = fold.querySelector(".io-panel").getBoundingClientRect();
  const over = card.bottom + 12 - sheet.top;
  if (over <= 0 || !sheet.width) return;
  const end = document.documentElement.scrollHeight - innerHeight;
  moved = { from: moved?.from ?? scrollY, to: Math.min(scrollY + over, end) };
  scrollTo({ top: moved.to, behavior: "smooth" });
}

/** When the sheet is closed, scroll back, unless the person has scrolled meanwhile. */
function goBack() {
  if (!moved || document.querySelector(".io-fold[open]")) return;
  if (Math.abs(scrollY - moved.to) < 2) scrollTo({ top: moved.from, behavior: "instant" });
  moved = null;
}

document.addEventListener(
  "toggle",
  (event) => {
    if (!event.target.matches?.(".io-fold")) return;
    if (event.target.open) keepInSight(event.target);
    else goBack();
  },
  true,
);
document.addEventListener("pointerover", pointed);
document.addEventListener("focusin", pointed);
document.addEventListener("input", (event) => {
  if (event.target.matches?.("[data-place-range]")) draw(event.target.form);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-fold-close]");
  if (button) close(button);
});
document.addEventListener("ridotto:swapped", () => {
  drawAll();
  goBack();
});
drawAll();
