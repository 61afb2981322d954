// Merchant Kings: calculates while the player chooses, lets goods be chosen on the board, and rolls the dice.
//
// The checkboxes of the forms hold the choice; the server sends all numbers that are needed.
//   [data-mk-reckon="buy|bid|commit"]  the form's block, with data-odds: per cent for targets 3 to 12
//     [data-role="good|primary|secondary|counter"][data-weight]  a checkbox: its role and its number; in a
//                        purchase also data-points, what it adds to the points, and data-guild
//     [data-offer]       goods that may be declared together: data-bonus, data-limit, data-commit, data-pays
//     data-base, -a, -x, -p   the current values: base minus bonus, and the sums played so far (rules 7.5)
//     [data-reckoned]    shows the result; texts in data-none, -roll, -over and -said
//     [data-reckoned-value], [data-reckoned-odds]   the number, and a bar as wide as the chance
//     [data-reckon-submit]    is enabled when the form may be sent
//   [data-target="S7"]   a card on the board: if the seat has a checkbox #buy-S7, it is a button for it
//   [data-roll="12"]     dice, which tumble when the number of the roll has changed
//   [data-twin="S7:power"]  a card is played on the stack in one way: choosing one deselects the other

const LEAST = 3;
const GUILD = 2; // points of a guild for each other good of its suit
const still = matchMedia("(prefers-reduced-motion: reduce)");
const time = (name) => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)) || 0;
const sum = (boxes) => boxes.reduce((total, box) => total + Number(box.dataset.weight), 0);
const say = (detail) => document.dispatchEvent(new CustomEvent("ridotto:say", { detail }));
const signed = (number) => String(number).replace("-", "\u2212"); // a value may fall below nothing
const gained = (points) => (points > 0 ? `+${points}` : signed(points));
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

// --- reckoning ---------------------------------------------------------------------------------

const boxesOf = (block, role) => [...block.querySelectorAll(`[data-role="${role}"]`)];
const chosen = (block, role) => boxesOf(block, role).filter((box) => box.checked);

function chanceOf(block, target) {
  const odds = block.dataset.odds.split(" ").map(Number);
  return odds[Math.min(Math.max(target - LEAST, 0), odds.length - 1)];
}

function nameOf(box) {
  return box.dataset.name ?? box.closest("label").querySelector(".mk-card > .visually-hidden").textContent;
}

/** The sum in writing: 8 + 5 − 6 = 7, or just 8 if there is nothing to add. */
function sumOf(goods, bonus, paid, value) {
  if (goods.length === 1 && !bonus && !paid.length) return signed(value);
  const minus = [...(bonus ? [bonus] : []), ...paid.map((box) => box.dataset.weight)].map((one) => ` − ${one}`);
  return `${goods.map((box) => box.dataset.weight).join(" + ")}${minus.join("")} = ${signed(value)}`;
}

/** The points that these cards change. A guild also counts the others: the numbers of single cards do not know that. */
function pointsOf(boxes) {
  const guild = boxes.some((box) => "guild" in box.dataset) ? GUILD * (boxes.length - 1) : 0;
  return boxes.reduce((total, box) => total + Number(box.dataset.points), guild);
}

function reckonBuy(block) {
  const goods = chosen(block, "good");
  const offer = goods[0]?.closest("[data-offer]");
  const usable = offer ? offer.dataset.commit.split(" ") : null;
  for (const box of boxesOf(block, "primary")) {
    const fits = !usable || usable.includes(box.value);
    if (!fits) box.checked = false;
    box.disabled = !fits;
  }
  if (!offer) return { ready: false, text: "none" };
  const paid = chosen(block, "primary");
  const bonus = Number(offer.dataset.bonus);
  const value = sum(goods) - bonus - sum(paid);
  const list = goods.map(nameOf).join(", ");
  const values = { list, v: signed(value), p: chanceOf(block, value), sum: sumOf(goods, bonus, paid, value), pays: offer.dataset.pays, g: gained(pointsOf(goods) + pointsOf(paid)) };
  const ready = value <= Number(offer.dataset.limit);
  return { ready, text: ready ? "roll" : "over", values };
}

function reckonAnswer(block) {
  const laid = [...block.querySelectorAll("[data-role]")].filter((box) => box.checked);
  if (!laid.length) return { ready: false, text: "none" };
  const { base, a, x, p } = block.dataset;
  const with_ = (role, before) => Number(before) + sum(chosen(block, role));
  const counts = Math.max(0, with_("counter", p) - with_("secondary", x));
  const value = Number(base) - with_("primary", a) + counts;
  const chance = chanceOf(block, value);
  const odds = block.dataset.mkReckon === "commit" ? { p: chance } : { p: chance, q: 100 - chance };
  return { ready: true, text: "roll", values: { list: laid.map(nameOf).join(", "), v: signed(value), ...odds } };
}

function reckon(block, aloud) {
  const found = block.dataset.mkReckon === "buy" ? reckonBuy(block) : reckonAnswer(block);
  const output = block.querySelector("[data-reckoned]");
  const words = fill(output.dataset[found.text], found.values ?? {});
  if (output.textContent !== words) output.textContent = words;
  block.dataset.state = found.text;
  block.querySelector("[data-reckoned-value]").textContent = found.values?.v ?? "";
  block.querySelector("[data-reckoned-odds]").setAttribute("width", found.values?.q ?? found.values?.p ?? 0);
  block.querySelector("[data-reckon-submit]").disabled = !found.ready;
  if (aloud) say(found.text === "roll" ? fill(output.dataset.said, found.values) : words);
}

/** Only goods of one offer: choosing others deselects the previous ones. */
function keepToOneOffer(box) {
  if (!box.checked || box.dataset.role !== "good") return;
  const offer = box.closest("[data-offer]");
  for (const other of boxesOf(box.closest("[data-mk-reckon]"), "good")) {
    if (other.closest("[data-offer]") !== offer) other.checked = false;
  }
}

// --- the board ---------------------------------------------------------------------------------

const boxOf = (target) => document.getElementById(`buy-${target.dataset.target}`);

function showTarget(target) {
  const box = boxOf(target);
  target.classList.toggle("is-target", Boolean(box));
  if (!box) {
    for (const name of ["role", "tabindex", "aria-pressed", "aria-label"]) target.removeAttribute(name);
    return;
  }
  target.setAttribute("role", "button");
  target.setAttribute("tabindex", "0");
  target.setAttribute("aria-pressed", String(box.checked));
  target.setAttribute("aria-label", box.closest("label").textContent.replace(/\s+/g, " ").trim());
}

const showTargets = () => document.querySelectorAll("[data-target]").forEach(showTarget);

function press(target) {
  const box = boxOf(target);
  if (!box) return false;
  box.click();
  return true;
}

// --- how high things are ------------------------------------------------------------------------

// The lengths with which merchants.css leaves room for the answer: --mk-top, --mk-apart, --mk-seat, --mk-rest, --mk-buy.
const root = document.documentElement;
const held = {};
const GAP = 12; // pixels between board and seat if nothing is between them
const PASSES = 3; // these lengths change what is measured, until both agree

/** Store these lengths, in pixels, for the style sheet; true if one of them has changed. */
function hold(lengths) {
  const changed = Object.entries(lengths).filter(([name, pixels]) => pixels !== undefined && held[name] !== pixels);
  for (const [name, pixels] of changed) {
    held[name] = pixels;
    root.style.setProperty(name, `${pixels}px`);
  }
  return changed.length > 0;
}

/** Content below the answer that belongs to no answer. */
function heightBelow(seat) {
  const aside = seat.querySelector(".mk-seat > [data-aside]");
  const begins = aside?.getBoundingClientRect().top;
  if (!aside || begins <= seat.querySelector(".mk-me").getBoundingClientRect().bottom) return 0;
  return seat.getBoundingClientRect().bottom - begins;
}

/** Measure everything before anything is written: each measurement after a change makes the browser compute the
 * layout. */
function lengths() {
  const board = document.getElementById("m-board");
  const seat = document.getElementById("m-seat");
  const buy = seat?.querySelector(".mk-buy");
  const hand = seat?.querySelector(".mk-hand");
  const height = seat ? Math.ceil(seat.offsetHeight - heightBelow(seat)) : undefined;
  const apart = board && seat ? seat.getBoundingClientRect().top - board.getBoundingClientRect().bottom : 0;
  return {
    "--mk-top": board ? Math.ceil(board.getBoundingClientRect().top + scrollY) : undefined,
    "--mk-seat": height,
    "--mk-apart": Math.max(0, Math.ceil(apart) - GAP),
    "--mk-rest": hand?.offsetHeight ? height - hand.offsetHeight : undefined,
    "--mk-buy": buy?.offsetHeight || undefined,
  };
}

function measure() {
  for (let pass = 0; pass < PASSES && hold(lengths()); pass += 1);
  reach();
}

const scrolls = (list) => list.scrollHeight > list.clientHeight + 1 && getComputedStyle(list).overflowY === "auto";

/** Scrolling regions can be scrolled by keyboard. */
function reach() {
  const lists = [...document.querySelectorAll(".mk-board, .mk-hand, .mk-tiles")];
  for (const [list, is] of lists.map((one) => [one, scrolls(one)])) {
    if (is === list.hasAttribute("tabindex")) continue;
    if (is) list.tabIndex = 0;
    else list.removeAttribute("tabindex");
  }
}

const sized = new ResizeObserver(measure);
for (const id of ["main", "m-board", "m-seat"]) {
  const part = document.getElementById(id);
  if (part) sized.observe(part);
}
// A hint that opens or folds between board and seat moves the seat, and changes the size of nothing.
document.addEventListener("change", ({ target }) => target.matches("[data-kept]") && measure());

// --- the dice ----------------------------------------------------------------------------------

let rolled = rollNow();

function rollNow() {
  return document.querySelector("#m-board [data-roll]")?.dataset.roll ?? "";
}

function tumble(tray) {
  const lasts = time("--tumble-time");
  if (still.matches || !lasts) return;
  tray.classList.add("is-rolling");
  for (const die of tray.querySelectorAll(".mk-die")) {
    const face = die.dataset.face;
    const flicker = setInterval(() => (die.dataset.face = 1 + Math.floor(Math.random() * 6)), 70);
    setTimeout(() => {
      clearInterval(flicker);
      die.dataset.face = face;
    }, lasts * 0.8);
  }
  setTimeout(() => tray.classList.remove("is-rolling"), lasts);
}

function watchDice() {
  const now = rollNow();
  if (now && now !== rolled) tumble(document.querySelector("#m-board [data-roll]"));
  if (now) rolled = now;
}

// --- all together ------------------------------------------------------------------------------

function refresh() {
  document.querySelectorAll("[data-mk-reckon]").forEach((block) => reckon(block, false));
  showTargets();
  measure();
}

document.addEventListener("change", (event) => {
  const block = event.target.closest?.("[data-mk-reckon]");
  if (!block) return;
  keepToOneOffer(event.target);
  reckon(block, true);
  showTargets();
});
document.addEventListener("click", (event) => {
  const target = event.target.closest?.("[data-target].is-target");
  if (target) press(target);
  const mode = event.target.closest?.("[data-twin]");
  if (mode?.getAttribute("aria-pressed") === "true") letTwinGo(mode);
});
document.addEventListener("keydown", (event) => {
  const target = event.target.closest?.("[data-target].is-target");
  if (target && (event.key === "Enter" || event.key === " ") && press(target)) event.preventDefault();
});

function letTwinGo(mode) {
  const twin = mode.closest("[data-pick]").querySelector(`[data-item="${CSS.escape(mode.dataset.twin)}"]`);
  if (twin?.getAttribute("aria-pressed") === "true") twin.click();
}

// Before part-swaps.js restores the focus: by then a card on the board must be a button again.
document.addEventListener("ridotto:swapped", refresh, true);
document.addEventListener("ridotto:swapped", watchDice);
// Saved preferences need no more room. Before the swap, which keeps open what is open.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig, xhr } = event.detail;
  const isKept = xhr.status < 300 && !xhr.getResponseHeader("X-Ridotto-Code");
  if (isKept && requestConfig.elt.closest("#auto-form")) document.getElementById("auto-passes").open = false;
});
document.addEventListener("reset", () => setTimeout(refresh));
refresh();
