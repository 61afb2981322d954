// How a match page gets its updates: normally its socket brings them at once. Some proxies and networks block
// WebSockets, so a page without a socket polls every few seconds.
//
// A page with a socket says so (X-Live). The answer to its command then carries no fragments, since the socket
// does, but says how far this viewer's stream has got: "seat:number" in X-Ridotto-Stream. The form stays busy
// until the page shows that ("ridotto:shown", with { form }); if nothing arrives, the page polls.

const EVERY = 5_000;
const AT_MOST = 2_000;
const ANSWER = 8_000; // a silent connection is given up: the browser makes another one
const address = document.body.dataset.news;
let live = false;
let isClosed = false; // this person may no longer see the page
let behind = [];

const placeOf = (text) => {
  const [stream, number] = text.split(":");
  return { stream, number: Number(number) };
};

function shows(wanted) {
  return [...document.querySelectorAll("[data-revision]")].some((part) => {
    const { stream, number } = placeOf(part.dataset.revision);
    return (stream === wanted.stream || wanted.stream === "t") && number >= wanted.number;
  });
}

function free(one) {
  clearTimeout(one.patience);
  document.dispatchEvent(new CustomEvent("ridotto:shown", { detail: { form: one.form } }));
}

function look() {
  const there = behind.filter((one) => shows(one.wanted));
  behind = behind.filter((one) => !there.includes(one));
  there.forEach(free);
}

async function ask() {
  const since = document.getElementById("m-phase")?.dataset.revision ?? "";
  const headers = { "X-Since": since, "HX-Request": "true", "HX-Current-URL": location.href };
  try {
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(ANSWER) });
    isClosed = answer.status === 401;
    if (isClosed || answer.status === 200) htmx.swap(document.body, await answer.text(), { swapStyle: "none" });
    document.dispatchEvent(new CustomEvent("ridotto:reached"));
  } catch {
    // Without any connection, the banner says so already.
  }
}

/** The socket is open but silent: until it delivers, answers carry the fragments again. */
async function giveUp(one) {
  live = false;
  await ask();
  behind = behind.filter((other) => other !== one);
  free(one);
}

document.addEventListener("htmx:wsOpen", () => (live = true));
document.addEventListener("htmx:wsClose", (event) => {
  live = false;
  isClosed = event.detail.event.code === 4403;
});
document.addEventListener("ridotto:silent", () => {
  live = false;
  if (address) ask();
});
document.addEventListener("ridotto:overdue", () => {
  if (address) ask();
});
document.addEventListener("htmx:wsAfterMessage", () => {
  live = true;
  look();
});
document.addEventListener("htmx:configRequest", (event) => {
  if (live) event.detail.headers["X-Live"] = "1";
});
document.addEventListener("htmx:afterRequest", (event) => {
  const stream = event.detail.xhr?.getResponseHeader("X-Ridotto-Stream");
  if (!stream) return;
  // Not the event's own element: if the form was rendered again meanwhile, htmx names another one.
  const one = { form: event.detail.requestConfig.elt.closest("form"), wanted: placeOf(stream) };
  one.patience = setTimeout(() => giveUp(one), AT_MOST);
  behind.push(one);
  look();
});

if (address) setInterval(() => live || isClosed || document.hidden || ask(), EVERY);
