// Forms that are sent once.
//
//   <form method="post" data-once ...><input type="hidden" name="key" value=""> ... </form>
//       `key` is the idempotency key. It is filled in when empty, kept for a retry or after a refusal, and replaced after
//       the site has accepted the form. While the form is under way, a second submit waits, and is sent afterwards if
//       something else was filled in meanwhile. Never render a random key into a live fragment: the fragment would
//       change each time.
//   data-reset    empties the form once it is accepted, unless something else was filled in meanwhile
//   data-clears   empties it as soon as it is sent (a chat line); if it is refused, the text comes back. What is submitted
//                 meanwhile waits unchanged and is sent afterwards
// A request without an answer (a silent connection, a phone between two networks) is sent again when the site can be
// reached: because of its key it counts once. A browser may try each of its connections, all of them dead. An answer
// counts as accepted if it is 2xx without the header X-Ridotto-Code. Then "ridotto:sent" is dispatched on the
// document, after a refusal "ridotto:refused"; both with { form, code }.

const random = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const keyOf = (form) => form.querySelector('input[type="hidden"][name="key"]');

function fill(root) {
  for (const form of root.querySelectorAll("form[data-once]")) {
    let key = keyOf(form);
    if (!key) {
      key = Object.assign(document.createElement("input"), { type: "hidden", name: "key" });
      form.prepend(key);
    }
    if (!key.value) key.value = random();
  }
}

function busy(form, is) {
  form.toggleAttribute("data-busy", is);
  form.classList.toggle("is-busy", is);
  form.setAttribute("aria-busy", String(is));
}

// The fields that a form under way was sent with, and its contents then.
const underWay = new WeakMap();

const isOwn = (name) => name !== "key" && name !== "csrfmiddlewaretoken";
const valuesOf = (form) =>
  [...new FormData(form)].filter(([name, value]) => isOwn(name) && typeof value === "string").map(String).join("\n");

// Texts submitted meanwhile to a form that is emptied, in order, and what was typed since.
const waiting = new WeakMap();
const typedSince = new WeakMap();

const ANSWER = 8_000; // milliseconds; an upload has as long as any request
const ANSWER_AGAIN = 3_000; // the site answered a moment ago
const REPEATS = 6; // the number of connections a browser keeps open to a site
const submitters = new WeakMap(); // the button that each form was sent with
const unanswered = new Map(); // forms to send again: { key, values }
const repeats = new Map(); // by key

const fieldsOf = (form) => [...form.elements].filter((field) => field.matches("input[type=text], textarea"));
const textsOf = (form) => new Map(fieldsOf(form).map((field) => [field.name, field.value]));

function write(form, texts) {
  for (const field of fieldsOf(form)) field.value = texts.get(field.name) ?? "";
}

/** Store what a busy form was submitted with, and empty it. */
function queue(form) {
  waiting.set(form, [...(waiting.get(form) ?? []), textsOf(form)]);
  form.reset();
}

/** Send what has waited; what was typed since comes back once the form was read. */
function sendWaiting(form) {
  typedSince.set(form, textsOf(form));
  write(form, waiting.get(form).shift());
  form.requestSubmit();
}

/** Empty a form that is under way, so that its person can go on writing. */
function clear(form) {
  const texts = textsOf(form);
  form.reset();
  if (typedSince.has(form)) write(form, typedSince.get(form));
  typedSince.delete(form);
  underWay.set(form, { values: valuesOf(form), texts });
}

/** Put text that was not accepted back into the form, before what was typed since. */
function putBack(form) {
  for (const [name, text] of underWay.get(form)?.texts ?? []) {
    const field = form.elements[name];
    const more = [...(waiting.get(form) ?? []).map((texts) => texts.get(name)), field.value].filter((one) => one.trim());
    if (more.length && keyOf(form)) keyOf(form).value = random(); // another text than was sent
    field.value = [text, ...more].join(" ");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  waiting.delete(form);
  delete form.dataset.again;
}

function free(form) {
  busy(form, false);
  const isAgain = "again" in form.dataset;
  delete form.dataset.again;
  underWay.delete(form);
  if (waiting.get(form)?.length) sendWaiting(form);
  else if (isAgain) form.requestSubmit();
}

function settle(form) {
  for (const field of form.elements) {
    if (field.type === "checkbox" || field.type === "radio") field.defaultChecked = field.checked;
    else if (field.options) [...field.options].forEach((one) => (one.defaultSelected = one.selected));
    else if (field.type !== "file" && "defaultValue" in field) field.defaultValue = field.value;
  }
}

/** The form that is on the page now: the answer may have replaced it. */
function current(form) {
  return form.isConnected || !form.id ? form : (document.getElementById(form.id) ?? form);
}

function accepted(sent) {
  const form = current(sent);
  const { values } = underWay.get(sent) ?? {};
  if (form.hasAttribute("data-reset")) {
    if (values === undefined || values === valuesOf(form)) form.reset();
  } else if (!form.hasAttribute("data-clears")) settle(form);
  for (const one of new Set([sent, form])) {
    const key = keyOf(one);
    if (key && one.hasAttribute("data-once")) key.value = random();
  }
  tell("sent", form, "");
}

function tell(what, form, code) {
  document.dispatchEvent(new CustomEvent(`ridotto:${what}`, { detail: { form, code } }));
}

function answered(form, xhr) {
  const code = xhr.getResponseHeader("X-Ridotto-Code");
  if (code) tell("refused", form, code);
  else if (xhr.status < 300) accepted(form);
}

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!form.matches("form[data-once]")) return;
    if (form.hasAttribute("data-busy")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (valuesOf(form) === underWay.get(form)?.values) return; // a double click
      if (form.hasAttribute("data-clears")) queue(form);
      else form.dataset.again = "";
      return;
    }
    fill(form.parentElement ?? document);
    busy(form, true);
    underWay.set(form, { values: valuesOf(form) });
    submitters.set(form, event.submitter);
    // A form not sent by htmx leaves the page; if it does not (a download, no connection), free it again.
    if (!form.matches("[hx-post], [hx-get]")) setTimeout(() => busy(form, false), 5_000);
  },
  true,
);

/** From the cookie: logging in from another tab has changed it since the page was rendered. */
function token() {
  const meta = document.querySelector('meta[name="csrf-token"]');
  const cookie = document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/);
  if (cookie) meta.content = cookie[1];
  return meta.content;
}

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRFToken"] = token();
  if (event.detail.elt.matches("form[data-once]:not(:has([type=file]))")) {
    event.detail.timeout = repeats.has(keyOf(event.detail.elt)?.value) ? ANSWER_AGAIN : ANSWER;
  }
  delete event.detail.parameters.csrfmiddlewaretoken; // from the old page; it would be the first of two
});
document.addEventListener("visibilitychange", token);

// A new form may be submitted before htmx has processed it; then the browser would send it itself.
document.addEventListener("formdata", (event) => {
  const form = event.target;
  const where = new URL(form.getAttribute("action") ?? "", location.href); // a field may be named "action"
  if (form.getAttribute("method") !== "post" || where.origin !== location.origin) return;
  event.formData.set("csrfmiddlewaretoken", token());
});

// The form has been read by now.
document.addEventListener("htmx:beforeSend", (event) => {
  const form = event.detail.elt?.closest?.("form[data-clears]");
  if (form && underWay.has(form)) clear(form);
});

// Before the swap, so that an accepted form no longer counts as being edited when its fragment is replaced.
document.addEventListener("htmx:beforeSwap", (event) => {
  const form = event.detail.requestConfig?.elt?.closest?.("form");
  if (form && event.detail.requestConfig.verb !== "get") answered(form, event.detail.xhr);
});

// An answer that only gives a stream position leaves the form busy until the page shows it (updates.js).
document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr } = event.detail;
  const form = elt?.closest?.("form");
  if (!form) return;
  const isAccepted = xhr?.status >= 200 && xhr.status < 300 && !xhr.getResponseHeader("X-Ridotto-Code");
  if (!isAccepted) putBack(form);
  if (!xhr?.getResponseHeader("X-Ridotto-Stream")) free(form);
});
for (const kind of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(kind, (event) => {
    const form = event.detail.requestConfig.elt.closest("form[data-once]:not([data-confirm])");
    const key = form && keyOf(form)?.value;
    const count = repeats.get(key) ?? 0;
    if (!key || count === REPEATS) return;
    repeats.set(key, count + 1);
    unanswered.set(form, { key, values: valuesOf(form) });
  });
}
document.addEventListener("ridotto:reached", () => {
  for (const [form, { key, values }] of unanswered) {
    unanswered.delete(form);
    const button = submitters.get(form);
    // Never discard what was changed since and is not sent yet.
    const isSame = form.isConnected && keyOf(form).value === key && valuesOf(form) === values;
    if (isSame) form.requestSubmit(button?.form === form ? button : undefined);
  }
});
document.addEventListener("ridotto:shown", (event) => free(event.detail.form));
document.addEventListener("htmx:validation:halted", (event) => {
  const form = event.target.closest?.("form");
  if (form) busy(form, false);
});
document.addEventListener("htmx:load", (event) => fill(event.detail.elt.parentElement ?? document));
window.addEventListener("pageshow", () => document.querySelectorAll("[data-busy]").forEach((one) => busy(one, false)));
fill(document);
