// Keeps what was typed or chosen while its person logs in again.
//
// It is stored when a form leads to the log-in (a request answered with 401, or a submitted form without htmx), or a
// link does (a[data-log-in], which leads back here). It is restored on the same page for the same account, in this
// tab, within an hour and after a page of the account was opened in between; otherwise it is deleted. Passwords,
// hidden fields, files and account forms are never stored.

const NAME = "ridotto-unsent";
const ACCOUNT = "/account/";
const LOG_OUT = "/account/logout/";
const LASTS = 3_600_000;
const FIELDS = "input:not([type=hidden], [type=password], [type=file], [name*=password]), textarea, select";
const person = document.body.dataset.person;
const here = location.pathname + location.search;

const isTick = (field) => field.type === "checkbox" || field.type === "radio";
const valuesOf = (field) => (field.options ? [...field.selectedOptions].map((one) => one.value) : [field.value]);

function isChanged(field) {
  if (isTick(field)) return field.checked !== field.defaultChecked;
  if (field.options) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return field.value !== field.defaultValue;
}

const actionOf = (form) => form.getAttribute("action") ?? "";
const forms = () => [...document.querySelectorAll("form[method=post]:not([data-forget])")].filter((form) => !actionOf(form).startsWith(ACCOUNT));

/** Every field whose name is the same on the next page. */
function fields() {
  const found = new Map();
  for (const form of forms()) {
    for (const field of form.querySelectorAll(FIELDS)) {
      const base = [form.id || actionOf(form), field.name, isTick(field) ? field.value : ""].join("|");
      let name = base;
      for (let count = 2; found.has(name); count += 1) name = `${base}|${count}`;
      found.set(name, field);
    }
  }
  return found;
}

function picked() {
  return [...document.querySelectorAll("[data-pick]")].map((pick) => [
    pick.dataset.pickKey || pick.id || pick.dataset.name,
    [...pick.querySelectorAll("input[data-picked]")].map((one) => one.value),
  ]);
}

function keep() {
  if (!person) return;
  const typed = [...fields()].filter(([, field]) => isChanged(field)).map(([name, field]) => [name, isTick(field) ? field.checked : valuesOf(field)]);
  write({ person, at: Date.now(), page: here, typed, picked: picked().filter(([, ids]) => ids.length) });
}

function write(kept) {
  try {
    if (kept) sessionStorage.setItem(NAME, JSON.stringify(kept));
    else sessionStorage.removeItem(NAME);
  } catch {
    // Without storage, people have to type it again.
  }
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME));
  } catch {
    return null;
  }
}

function restore(kept) {
  const now = fields();
  for (const [name, value] of kept.typed) {
    const field = now.get(name);
    if (!field) continue;
    if (isTick(field)) field.checked = value;
    else if (field.options) [...field.options].forEach((one) => (one.selected = value.includes(one.value)));
    else [field.value] = value;
    if (field.closest("details")) field.closest("details").open = true;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  document.dispatchEvent(new CustomEvent("ridotto:restored", { detail: { picked: kept.picked } }));
}

function begin() {
  const kept = read();
  if (!kept) return;
  const isRecent = Date.now() - kept.at < LASTS;
  const isOwn = !person || person === kept.person;
  if (isRecent && isOwn && location.pathname.startsWith(ACCOUNT)) return write({ ...kept, asked: true });
  const isTheirs = isRecent && isOwn && kept.asked;
  if (isTheirs && here !== kept.page) return; // on the way back
  write(null);
  if (isTheirs && person) restore(kept);
}

// After forms.js has restored what it had emptied.
document.addEventListener("htmx:afterRequest", (event) => event.detail.xhr?.status === 401 && keep());
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
  if (actionOf(form) === LOG_OUT) write(null);
  else if (!actionOf(form).startsWith(ACCOUNT)) keep();
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-log-in]");
  if (!link) return;
  keep();
  link.search = new URLSearchParams({ next: here });
});
document.addEventListener("DOMContentLoaded", begin, { once: true });
