// Without a socket the page of a match asks for what is new every few seconds.
//
// Proxies and networks exist that let no WebSocket through. The socket brings news at once; this only
// sees that nobody plays on an old page. It stops as soon as the socket is open.

const EVERY = 5_000;
const address = document.body.dataset.news;
let open = false;

document.addEventListener("htmx:wsOpen", () => (open = true));
document.addEventListener("htmx:wsClose", () => (open = false));

async function ask() {
  const since = document.getElementById("m-phase")?.dataset.revision ?? "";
  try {
    const answer = await fetch(address, { headers: { "X-Since": since } });
    if (answer.status === 200 && !answer.redirected) htmx.swap(document.body, await answer.text(), { swapStyle: "none" });
  } catch {
    // No connection at all: the banner says so already.
  }
}

if (address) setInterval(() => open || document.hidden || ask(), EVERY);
