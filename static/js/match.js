// The match page: reports how far this page has seen, completes links, and shares them where the device can
// (<button data-share-of="link-1" hidden>); it follows <a data-go-on> when that appears.

/** The newest position in this viewer's stream that the page shows: "seat:number". */
function seen() {
  const part = document.getElementById("m-phase");
  return part?.dataset.revision ?? document.body.dataset.since ?? "";
}

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-Since"] = seen();
});

// Invitation links are shown with the site's origin, so that they can be sent.
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
    // Somebody who cancels has shared nothing, and needs no message.
  }
}

document.addEventListener("click", (event) => {
  if (event.target.matches?.("[data-link]")) event.target.select();
  const shared = event.target.closest?.("[data-share-of]");
  if (shared) share(document.getElementById(shared.dataset.shareOf).value);
});
// Whoever wants to play again is taken to the new table when it opens, but not away from a page opened after that.
const followed = document.querySelector("[data-go-on]");
document.addEventListener("ridotto:swapped", () => {
  completeLinks(document);
  const link = document.querySelector("[data-go-on]");
  if (link && !followed) location.assign(link.href);
});
completeLinks(document);
