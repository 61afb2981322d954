// The page of a match: tells the house how far this page has seen, completes links, and shares them
// where the device offers it: <button data-share-of="link-1" hidden>.

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
  for (const button of root.querySelectorAll("[data-share-of]")) button.hidden = !navigator.share;
}

async function share(url) {
  try {
    await navigator.share({ title: document.title, url });
  } catch {
    // Whoever changes their mind has shared nothing, and is told nothing.
  }
}

document.addEventListener("click", (event) => {
  if (event.target.matches?.("[data-link]")) event.target.select();
  const shared = event.target.closest?.("[data-share-of]");
  if (shared) share(document.getElementById(shared.dataset.shareOf).value);
});
document.addEventListener("ridotto:swapped", () => completeLinks(document));
completeLinks(document);
