// Light or dark theme, on every page: <form data-theme-switch hx-post ...> with buttons name="theme".
//
// The site stores the choice (the server writes data-theme, so that no page flashes); this module applies it to the
// open page at once. Without script the form posts and the page reloads.

const root = document.documentElement;

function show(theme) {
  root.dataset.theme = theme;
  for (const button of document.querySelectorAll("[data-theme-switch] button[name=theme]")) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-theme-switch]") && event.submitter) show(event.submitter.value);
});
