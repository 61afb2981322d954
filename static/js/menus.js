// Menus (<details data-menu>) close on Escape, on a click elsewhere, and when another one opens.

function closeAll(except) {
  document.querySelectorAll("details[data-menu][open]").forEach((menu) => {
    if (menu !== except) menu.open = false;
  });
}

document.addEventListener("click", (event) => closeAll(event.target.closest?.("details[data-menu]")));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details[data-menu][open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary")?.focus({ preventScroll: true }); // the page stays, or a game takes it back
});
