// Clocks: <time class="clock" data-deadline="ISO" data-total="seconds">2 minutes left</time>
//
// A number and a shrinking line. The server's clock counts, not the device's: body[data-now], the time at which the
// page was rendered, gives the difference, and so may data-now on a clock that is added later (but never in a live
// fragment, which would change each time it is rendered). Below ten seconds the colour changes and the time is
// announced once; it is never negative. A clock that has been at zero for two seconds dispatches "ridotto:overdue"
// once: the result has not arrived. Without script, the text that the server wrote stays.

const SHORT = 10;
const OVERDUE = 2_000;
const announced = new Set();
const overdue = new Set();
const seen = new WeakSet();
let offset = null;

const serverNow = () => Date.now() + (offset ?? 0);
globalThis.serverNow = serverNow; // for the modules after this one

/** The greatest of several samples is the most accurate: it travelled fastest. */
function sample(serverTime, arrived) {
  const difference = Date.parse(serverTime) - arrived;
  if (!Number.isNaN(difference) && (offset === null || difference > offset)) offset = difference;
}

function learnFromPage() {
  const [page] = performance.getEntriesByType("navigation");
  if (!page) return;
  // From the browser's cache, it was rendered long before it arrived.
  const isCached = page.type === "back_forward" && page.transferSize <= page.encodedBodySize;
  if (!isCached) sample(document.body.dataset.now, performance.timeOrigin + page.responseStart);
}

function learn(clock) {
  if (seen.has(clock)) return;
  seen.add(clock);
  if (clock.dataset.now) sample(clock.dataset.now, Date.now());
  build(clock);
}

function build(clock) {
  const number = document.createElement("span");
  const line = document.createElement("span");
  number.className = "clock-number";
  line.className = "clock-line";
  line.append(document.createElement("span"));
  clock.setAttribute("role", "timer");
  clock.replaceChildren(number, line);
}

function words(seconds) {
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600)];
  const minutes = Math.floor(seconds / 60);
  if (days >= 2) return `${days} d ${hours % 24} h`;
  if (hours >= 1) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

function draw(clock) {
  learn(clock);
  const { deadline } = clock.dataset;
  const left = Math.max(0, (Date.parse(deadline) - serverNow()) / 1000);
  const shown = Math.ceil(left);
  const [number, line] = clock.children;
  if (number.textContent !== words(shown)) number.textContent = words(shown);
  line.hidden = !clock.dataset.total;
  line.firstElementChild.style.transform = `scaleX(${Math.min(1, left / Number(clock.dataset.total || 1))})`;
  clock.classList.toggle("is-short", shown < SHORT && shown > 0);
  clock.classList.toggle("is-over", shown === 0);
  if (shown < SHORT && shown > 0) announce(clock, shown);
  if (serverNow() - Date.parse(deadline) > OVERDUE && !overdue.has(deadline)) {
    overdue.add(deadline);
    document.dispatchEvent(new CustomEvent("ridotto:overdue"));
  }
}

function announce(clock, seconds) {
  if (announced.has(clock.dataset.deadline) || clock.hasAttribute("data-quiet")) return;
  announced.add(clock.dataset.deadline);
  const detail = document.getElementById("texts").dataset.ten.replace("{n}", seconds);
  document.dispatchEvent(new CustomEvent("ridotto:say", { detail }));
}

function tick() {
  document.querySelectorAll(".clock[data-deadline]").forEach(draw);
}

learnFromPage();
setInterval(tick, 250);
document.addEventListener("ridotto:swapped", tick);
tick();
