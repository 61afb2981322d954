// The page of a match: tells the house how far this page has seen, and completes links.

/** The newest place in this viewer's stream that the page shows: "seat:number". */
function seen() {
  const part = document.getElementById("m-phase");
  return part?.dataset.revision ?? document.body.dataset.since ?? "";
}

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-Since"] = seen();
});

// An invitation link is shown with the name of the site in front, so that it can be sent.
function completeLinks(root) {
  for (const field of root.querySelectorAll("[data-link]")) {
    if (field.value.startsWith("/")) field.value = location.origin + field.value;
  }
}

document.addEventListener("click", (event) => {
  if (event.target.matches?.("[data-link]")) event.target.select();
});
document.addEventListener("htmx:oobAfterSwap", () => completeLinks(document));
completeLinks(document);
