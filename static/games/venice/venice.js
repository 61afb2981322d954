// Venice: the moving sun, the loan calculated while it is typed, receipts, room for the lots and the lot in view, and
// times in the viewer's zone.
//
//   [data-week][data-start] with <time datetime> in each .medal: --sun is the position of the sun, 0 to 6
//   [data-loan] and [data-loan-range] move together; [data-loan-interest="d"], [data-loan-owed="d"] follow
//   <time data-hour>     17:15, with the day if it is not today, in the viewer's zone
//   .venice.is-due       the time of the next auction has come, but not its result
//   .bid.is-dirty        its numbers differ from those that count
//
// The server calculates; what this module shows while somebody types is the same sum, and counts only once it is
// sent.

const { narrow } = globalThis.decision;

const DAY = 86_400_000;
const PERCENT_A_DAY = 5;
const DAYS = 6;
const locale = document.documentElement.lang || "en";
const zone = document.body.dataset.zone || undefined;
const now = globalThis.serverNow;

/** The position of the sun on the line: 0 at the first auction, 6 at the last, a little less than 0 before the
 * first. */
function placeOf(start, instants) {
  const at = now();
  const next = instants.findIndex((instant) => instant > at);
  if (next < 0) return instants.length - 1;
  const before = next ? instants[next - 1] : start;
  const part = Math.min(1, Math.max(0, (at - before) / (instants[next] - before || 1)));
  return next ? next - 1 + part : part * 0.36 - 0.36;
}

function moveSun() {
  for (const week of document.querySelectorAll("[data-week]:not(.is-over)")) {
    const instants = [...week.querySelectorAll(".medal time")].map((one) => Date.parse(one.dateTime));
    const place = placeOf(Date.parse(week.dataset.start), instants).toFixed(3);
    week.style.setProperty("--sun", place);
    week.querySelector(".week-sun")?.style.setProperty("--sun", place);
  }
}

function hours() {
  const clock = new Intl.DateTimeFormat(locale, { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const day = new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: "long" });
  for (const one of document.querySelectorAll("time[data-hour]")) {
    const then = Date.parse(one.dateTime);
    const far = then - now() > DAY / 2 || day.format(then) !== day.format(now());
    const words = far ? `${day.format(then)} ${clock.format(then)}` : clock.format(then);
    if (one.textContent !== words) one.textContent = words;
  }
}

/** Simple interest, rounded up once (rules 9). */
const interest = (loan, days) => Math.ceil((PERCENT_A_DAY * days * loan) / 100);

function reckon(form, amount) {
  const part = form.closest(".loan");
  if (!part || !Number.isInteger(amount) || amount < 0) return;
  for (const one of part.querySelectorAll("[data-loan-interest]")) one.textContent = interest(amount, Number(one.dataset.loanInterest));
  part.querySelector("[data-loan-due]").textContent = amount + interest(amount, DAYS);
  for (const one of part.querySelectorAll("[data-loan-owed]")) one.textContent = amount + interest(amount, Number(one.dataset.loanOwed));
}

/** A bid whose numbers differ from those in force can be changed; otherwise it can be withdrawn. */
function markDirty(form) {
  const dirty = [...form.querySelectorAll("input[type=number]")].some((one) => one.value !== one.defaultValue);
  form.classList.toggle("is-dirty", dirty);
}

document.addEventListener("input", (event) => {
  const bid = event.target.closest?.("form.bid:not(.is-new)");
  if (bid) markDirty(bid);
  const form = event.target.closest?.(".loan-form");
  if (!form) return;
  const [field, range] = [form.querySelector("[data-loan]"), form.querySelector("[data-loan-range]")];
  if (event.target === range) field.value = range.value;
  else if (range) range.value = field.value;
  if (field.checkValidity()) reckon(form, Number(field.value));
});

// A receipt is shown for some seconds, longer while it is hovered or focused, and disappears at the time of the
// auction. On a phone it appears below the clock and disappears on a tap anywhere.
const RECEIPT_LASTS = 6_000;
const RECEIPT_STEP = 250;
const DOUBLE = 600; // milliseconds: the second tap of the double tap that opened it
let receipt = null;
let receiptLeft = 0;

const putAway = () => document.getElementById("v-receipt")?.replaceChildren();

function lookAtReceipt() {
  const one = document.querySelector(".receipt");
  if (one && one !== receipt) {
    receiptLeft = RECEIPT_LASTS;
    const below = document.getElementById("m-phase").getBoundingClientRect().bottom;
    one.parentElement.style.setProperty("--phase-bottom", `${Math.max(0, Math.round(below))}px`);
  }
  receipt = one;
  if (!one || one.matches(":hover") || one.contains(document.activeElement)) return;
  receiptLeft -= RECEIPT_STEP;
  if (receiptLeft <= 0 || document.querySelector(".venice.is-due")) putAway();
}

document.addEventListener("click", (event) => {
  const isTap = narrow.matches && receiptLeft <= RECEIPT_LASTS - DOUBLE;
  if (isTap || event.target.closest?.("[data-receipt-close]")) putAway();
});
document.addEventListener("ridotto:swapped", lookAtReceipt);
setInterval(lookAtReceipt, RECEIPT_STEP);

/** --lots-room: the height left in a wide window for the lots of the order form. In a narrow one the page scrolls, to
 * below the phase line as high as it is. */
function makeRoom() {
  const phase = document.getElementById("m-phase");
  document.documentElement.style.scrollPaddingTop = narrow.matches && phase ? `${phase.offsetHeight + 8}px` : "";
  const lots = document.getElementById("order-lots");
  if (!lots) return;
  const style = getComputedStyle(document.documentElement);
  const dock = parseFloat(style.getPropertyValue("--dock-line")) * parseFloat(style.fontSize);
  const order = lots.closest(".order").getBoundingClientRect();
  const box = lots.getBoundingClientRect();
  const gap = parseFloat(getComputedStyle(document.getElementById("my-desk")).rowGap) || 0;
  let below = order.bottom - box.bottom + gap;
  for (const one of document.querySelectorAll(".bidding > .done, .bidding > .purse")) {
    const { left, height } = one.getBoundingClientRect();
    if (height && left < order.right) below += height + gap;
  }
  const room = Math.floor(innerHeight - dock - (box.top + scrollY) - below);
  document.documentElement.style.setProperty("--lots-room", `${room}px`);
}

new ResizeObserver(makeRoom).observe(document.getElementById("main"));
window.addEventListener("resize", makeRoom, { passive: true });

// When the form is rendered again, keep the scroll position of the lots and the focus on its lot: a changed bid
// has another price, a withdrawn one is gone.
let place = null;

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target.id !== "m-seat") return;
  const active = document.activeElement;
  if (place && active === document.body) return; // rendered twice at once: the focused element is already gone
  const lot = active?.closest?.(".lot");
  const price = lot && active.closest("form.bid:not(.is-new)")?.elements.price.value;
  const list = document.getElementById("order-lots");
  place = { first: list?.firstElementChild?.id, scrolled: list?.scrollTop ?? 0, lot: lot?.id, price };
});

document.addEventListener("ridotto:swapped", () => {
  makeRoom();
  if (!place) return;
  const { first, scrolled, lot: id, price } = place;
  place = null;
  const list = document.getElementById("order-lots");
  if (list && list.firstElementChild?.id === first) list.scrollTop = scrolled; // the same day
  const lot = id && document.getElementById(id);
  if (!lot) return;
  if (lot.contains(document.activeElement)) return keepInView(document.activeElement);
  const fields = [...lot.querySelectorAll("form.bid:not(.is-new) input[name=price]")];
  const field = fields.find((one) => one.value === price) ?? lot.querySelector("form.is-new input[name=price]") ?? fields[0];
  field?.focus({ preventScroll: true });
  if (field) keepInView(field);
});
makeRoom();

const reveal = (element) => element.scrollIntoView({ block: "nearest", behavior: "instant" });

/** Scroll to the focused element after it has moved: in a wide window the list alone, otherwise the page to its lot. */
function keepInView(element) {
  const list = document.getElementById("order-lots");
  if (narrow.matches) {
    reveal(element.closest(".lot"));
    return reveal(element); // a lot with many bids is higher than the window
  }
  const [around, box] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
  list.scrollTop += Math.max(0, box.bottom + 4 - around.bottom) - Math.max(0, around.top + 4 - box.top);
}

// A keyboard makes the window lower, and a turned phone makes it another one.
function keepFocusInView() {
  const active = document.activeElement;
  if (active?.matches("#order-lots .lot *")) keepInView(active);
}

window.addEventListener("resize", keepFocusInView, { passive: true });
document.addEventListener("ridotto:keyboard", keepFocusInView);
matchMedia("(orientation: portrait)").addEventListener("change", () => {
  const order = document.querySelector(".order");
  if (order && narrow.matches && !order.contains(document.activeElement)) requestAnimationFrame(() => reveal(order));
});

/** Between the instant and the result, the page says that the time has come. */
function markDue() {
  const next = document.querySelector("#m-phase [data-deadline]");
  document.querySelector(".frame.venice")?.classList.toggle("is-due", next !== null && Date.parse(next.dataset.deadline) <= now());
}

function tick() {
  moveSun();
  markDue();
  hours();
  document.querySelectorAll("form.bid:not(.is-new)").forEach(markDirty);
}

setInterval(tick, 1_000);
document.addEventListener("ridotto:swapped", tick);
tick();
