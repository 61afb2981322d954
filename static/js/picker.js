// Picking cards (or answers, goods, lots), ordered or not.
//
//   <form ...>
//     <fieldset data-pick data-name="card" data-least="2" data-most="2" data-ordered
//               data-pick-key="match-7-round-3" data-fills="#prompt">
//       <legend>Choose 2 cards, in order</legend>
//       <div data-pick-plain> ... native <select>s or checkboxes of the same name ... </div>
//       <ul class="hand">
//         <li><button type="button" class="white-card" data-item="w17" data-flip="w17">A cold spoon</button></li>
//       </ul>
//     </fieldset>
//     <button class="button primary" data-pick-submit>Play</button> <p class="why" data-why></p>
//   </form>
//   <p id="prompt">What ruined the ball? <span data-blank="1">____</span>, and then <span data-blank="2">____</span>.</p>
//
// data-name      the field that is sent, once for each picked item, in the order of picking
// data-pick-key  picks are remembered under it, by item, when the fragment is rendered again
// data-fills     a selector, inside which [data-blank="n"] shows the text of the n-th picked item
//                data-upper on a blank: the filling begins with a capital there;
//                [data-blank-stop="n"]: the full stop after it, hidden when the filling ends in . ? ! or …
// data-item      what is sent;
//                data-text: its text, if not the element's own; data-fill: its text inside a sentence
// data-pick-plain  what works without script; with script it is hidden and not sent
// data-pick-submit is enabled when all pickers of the form fit; data-why says why it is not
// data-why-few, data-why-none (on the fieldset): other words than the usual, {n} = how many are missing
// With data-most="1" a second pick takes the place of the first. Arrow keys go from item to item.
// A form that was accepted ("ridotto:sent") or reset starts with nothing picked.

const memory = new Map();
const texts = () => document.getElementById("texts").dataset;
const ordinals = new Intl.NumberFormat(document.documentElement.lang || "en");

const itemsOf = (pick) => [...pick.querySelectorAll("[data-item]")];
const keyOf = (pick) => pick.dataset.pickKey || pick.id || pick.dataset.name;
const wordsOf = (item) => (item.dataset.text ?? item.textContent).replace(/\s+/g, " ").trim();
const isFree = (item) => !item.disabled && item.getAttribute("aria-disabled") !== "true";

/** The picked ids, without those that are gone or no longer free. */
function pickedOf(pick) {
  const free = new Set(itemsOf(pick).filter(isFree).map((item) => item.dataset.item));
  return (memory.get(keyOf(pick)) ?? []).filter((id) => free.has(id));
}

function say(template, values) {
  const detail = Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), template);
  document.dispatchEvent(new CustomEvent("ridotto:say", { detail }));
}

function toggle(pick, item) {
  const picked = pickedOf(pick);
  const most = Number(pick.dataset.most || 1);
  const id = item.dataset.item;
  const text = wordsOf(item);
  if (picked.includes(id)) {
    memory.set(keyOf(pick), picked.filter((one) => one !== id));
    say(texts().takenBack, { text });
  } else if (picked.length < most || most === 1) {
    const next = most === 1 ? [id] : [...picked, id];
    memory.set(keyOf(pick), next);
    say(isOrdered(pick) ? texts().picked : texts().chosen, { n: ordinals.format(next.length), text });
  } else {
    say(texts().full, { n: most });
    shake(pick);
    return tellFull(pick, most);
  }
  draw(pick);
}

/** Shown beside the button until something is picked or deselected. */
function tellFull(pick, most) {
  for (const why of pick.closest("form")?.querySelectorAll("[data-why]") ?? []) {
    why.dataset.usual ??= why.textContent;
    why.textContent = texts().full.replace("{n}", most);
  }
}

const isOrdered = (pick) => pick.hasAttribute("data-ordered") && pick.dataset.ordered !== "false" && pick.dataset.most !== "1";

function shake(pick) {
  pick.classList.add("is-full");
  setTimeout(() => pick.classList.remove("is-full"), 600);
}

function draw(pick) {
  const picked = pickedOf(pick);
  for (const item of itemsOf(pick)) {
    const place = picked.indexOf(item.dataset.item);
    item.setAttribute("aria-pressed", String(place >= 0));
    if (place >= 0 && isOrdered(pick)) item.dataset.order = place + 1;
    else delete item.dataset.order;
  }
  pick.classList.toggle("is-complete", picked.length >= Number(pick.dataset.most || 1));
  writeFields(pick, picked);
  fillBlanks(pick, picked);
  judge(pick.closest("form"));
}

function writeFields(pick, picked) {
  pick.querySelectorAll("input[data-picked]").forEach((field) => field.remove());
  for (const value of picked) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: pick.dataset.name, value });
    field.dataset.picked = "";
    pick.append(field);
  }
}

function fillBlanks(pick, picked) {
  const target = pick.dataset.fills && document.querySelector(pick.dataset.fills);
  if (!target) return;
  const items = new Map(itemsOf(pick).map((item) => [item.dataset.item, item]));
  for (const blank of target.querySelectorAll("[data-blank]")) {
    blank.dataset.empty ??= blank.textContent;
    const item = items.get(picked[Number(blank.dataset.blank) - 1]);
    const words = item ? fillOf(item, blank) : blank.dataset.empty;
    if (blank.textContent !== words) blank.textContent = words;
    blank.classList.toggle("is-filled", Boolean(item));
    dropStop(target, blank, item ? words : "");
  }
}

function fillOf(item, blank) {
  const words = item.dataset.fill ?? wordsOf(item).replace(/\.$/, "");
  if (!blank.hasAttribute("data-upper")) return words;
  return words.replace(/^[^\p{L}\p{Nd}]*\p{L}/u, (start) => start.toUpperCase()); // punctuation in front stays
}

/** Remove a full stop right after a blank if the filling ends a sentence by itself. */
function dropStop(target, blank, words) {
  for (const stop of target.querySelectorAll(`[data-blank-stop="${blank.dataset.blank}"]`)) {
    stop.hidden = /[.?!\u2026]$/.test(words);
  }
}

function whyNot(pick) {
  const missing = Number(pick.dataset.least ?? 1) - pickedOf(pick).length;
  if (missing <= 0) return "";
  const nothing = missing === Number(pick.dataset.least ?? 1);
  const own = nothing ? pick.dataset.whyNone : pick.dataset.whyFew;
  return (own ?? (nothing ? texts().none : texts().few)).replace("{n}", missing);
}

function judge(form) {
  if (!form) return;
  const reason = [...form.querySelectorAll("[data-pick]")].map(whyNot).find(Boolean) ?? "";
  form.querySelectorAll("[data-pick-submit]").forEach((button) => (button.disabled = Boolean(reason)));
  form.querySelectorAll("[data-why]").forEach((why) => {
    why.dataset.usual ??= why.textContent;
    why.textContent = reason || why.dataset.usual;
  });
}

function start(pick) {
  if (!pick.hasAttribute("data-started")) {
    pick.setAttribute("data-started", "");
    pick.querySelectorAll("[data-pick-plain]").forEach((plain) => {
      plain.hidden = true;
      plain.querySelectorAll("input, select").forEach((field) => (field.disabled = true));
    });
  }
  draw(pick);
}

function forget(form) {
  form.querySelectorAll("[data-pick]").forEach((pick) => {
    memory.delete(keyOf(pick));
    draw(pick);
  });
}

function walk(event, item) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const items = itemsOf(item.closest("[data-pick]"));
  const next = items[items.indexOf(item) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const startAll = () => document.querySelectorAll("[data-pick]").forEach(start);

document.addEventListener("click", (event) => {
  const item = event.target.closest?.("[data-pick] [data-item]");
  if (item && isFree(item)) toggle(item.closest("[data-pick]"), item);
});
document.addEventListener("keydown", (event) => {
  const item = event.target.closest?.("[data-pick] [data-item]");
  if (item) walk(event, item);
});
/** Picks from before the person had to log in again (unsent-forms.js). */
document.addEventListener("ridotto:restored", (event) => {
  for (const [key, ids] of event.detail.picked) memory.set(key, ids);
  document.querySelectorAll("[data-pick]").forEach(draw);
});
document.addEventListener("ridotto:sent", (event) => forget(event.detail.form));
document.addEventListener("reset", (event) => setTimeout(() => forget(event.target)));
document.addEventListener("ridotto:swapped", startAll);
startAll();
