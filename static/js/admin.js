// The moderators' lists: j and k move between rows, Enter opens one, and the box above the others ticks them all.

const links = () => [...document.querySelectorAll("#result_list tbody th a")];
const STEPS = { j: 1, k: -1 };

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  const typing = event.target.closest("input:not([type=checkbox]), select, textarea, [contenteditable]");
  if (!step || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = links();
  const here = rows.findIndex((link) => link.closest("tr").contains(document.activeElement));
  rows[Math.max(0, Math.min(rows.length - 1, here + step))]?.focus();
});

document.getElementById("action-toggle")?.addEventListener("change", (event) => {
  for (const box of document.querySelectorAll("#result_list .action-select")) box.checked = event.target.checked;
});
