// This browser's contribution to the randomness of a match, so that the site does not decide the cards alone.
//
//   <form method="post" data-contributes>   a form that joins: it sends the hash of a new random text as "commitment"
//   <form data-commitment="hash"> with a hidden "opening"   the match is about to begin: this browser sends the text
//   [data-chance] with data-seal and, in it, [data-added="hash" data-opening="text"]   what the site says; with
//       data-chance="begun" it is final
//
// This browser stores what it announced. If the site says something else, #chance-warning shows why ([data-why]).
// Without localStorage, or if a page has no crypto.subtle, this browser contributes nothing.

const KEPT = "ridotto-chance";
const UNDER_WAY = "ridotto-chance-under-way";
const MOST = 100;
const match = document.body.dataset.match ?? "";
let ready = null;

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What this browser has announced, oldest first: { commitment, opening, match, seal, table, sent }. */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

function keep(own) {
  const others = all().filter((one) => one.commitment !== own.commitment);
  try {
    localStorage.setItem(KEPT, JSON.stringify([...others, own].slice(-MOST)));
    return true;
  } catch {
    return false;
  }
}

const ownOf = (commitment) => all().find((one) => one.commitment === commitment);
const ownHere = () => all().findLast((one) => match && one.match === match);

/** Hashing takes a moment and a form does not wait, so one text is always ready. */
async function prepare() {
  ready = null;
  if (!crypto.subtle) return;
  const opening = hex(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(opening));
  ready = { opening, commitment: hex(new Uint8Array(hash)) };
}

function announce(form) {
  let field = form.querySelector('input[name="commitment"]');
  if (!field?.value) {
    if (!ready || !keep(ready)) return;
    field ??= form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: "commitment" }));
    field.value = ready.commitment;
    prepare();
  }
  sessionStorage.setItem(UNDER_WAY, field.value);
}

document.addEventListener(
  "submit",
  (event) => {
    if (event.target.matches("form[data-contributes]")) announce(event.target);
    if (event.target.matches("form[data-gives-up]")) forget();
  },
  true,
);
document.addEventListener("ridotto:refused", () => sessionStorage.removeItem(UNDER_WAY));

/** A player who leaves an open table withdraws what they announced. */
function forget() {
  const own = ownHere();
  if (own) keep({ ...own, match: "" });
}

/** What the previous page announced belongs to this page's match. */
function settle() {
  const own = ownOf(sessionStorage.getItem(UNDER_WAY));
  sessionStorage.removeItem(UNDER_WAY);
  if (own && match) keep({ ...own, match });
}

const listed = (told) => [...told.querySelectorAll("[data-added]")];
const tableOf = (told) => listed(told).map((one) => one.dataset.added).join(" ");

/** Return why the site's statement contradicts what this browser knows of the match, or "". */
function faultOf(told, own) {
  const { seal, full } = told.dataset;
  if (own.seal && own.seal !== seal) return "seal";
  const entry = listed(told).find((one) => one.dataset.added === own.commitment);
  if (!entry) return full === undefined ? "missing" : "";
  if (told.dataset.chance !== "begun") return "";
  if (own.table && own.table !== tableOf(told)) return "others";
  if (!entry.dataset.opening) return own.sent ? "closed" : "";
  return entry.dataset.opening === own.opening ? "" : "changed";
}

function check() {
  const [told, warning] = [document.querySelector("[data-chance]"), document.getElementById("chance-warning")];
  const own = told && warning && ownHere();
  if (!own) return;
  const fault = faultOf(told, own);
  if (!fault && !own.seal) keep({ ...own, seal: told.dataset.seal });
  for (const why of warning.querySelectorAll("[data-why]")) why.hidden = why.dataset.why !== fault;
  warning.hidden = !fault;
}

/** Send the announced text once it is fixed who plays and what they announced. */
function open() {
  const form = document.querySelector("form[data-commitment]");
  const told = document.querySelector("[data-chance]");
  const own = form && ownOf(form.dataset.commitment);
  if (!own || !told || form.hasAttribute("data-busy") || faultOf(told, own)) return;
  keep({ ...own, match, seal: told.dataset.seal, table: tableOf(told) });
  form.elements.opening.value = own.opening;
  form.requestSubmit();
}

document.addEventListener("ridotto:sent", (event) => {
  const own = ownOf(event.detail.form.dataset.commitment);
  if (own) keep({ ...own, sent: true });
  check();
});
// Not before htmx has processed the form: otherwise the browser would leave the page to send it.
document.addEventListener("htmx:load", (event) => {
  if (event.detail.elt.querySelector("form[data-commitment]")) open();
});
document.addEventListener("ridotto:swapped", check);
// A text that did not arrive is sent again.
document.addEventListener("htmx:sendError", (event) => {
  if (event.detail.elt.matches?.("form[data-commitment]")) setTimeout(open, 1_000);
});
settle();
prepare();
check();
