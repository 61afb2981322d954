// Times in the viewer's zone: <time datetime="ISO" data-relative>today 17:15 (in 3 h 12 min)</time>
//
//   data-relative="short"   3 min ago
//   data-relative="clock"   17:15
//
// The clock is the server's (clock.js). The zone is that of the person's profile (body[data-zone]), or else the
// browser's. The text that the server wrote stays without script, and becomes the title.

const locale = document.documentElement.lang || "en";
const zone = document.body.dataset.zone || undefined;
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });

function format(options) {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  } catch {
    return new Intl.DateTimeFormat(locale, options);
  }
}

const clock = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = format({ year: "numeric", month: "2-digit", day: "2-digit" });
const date = format({ day: "numeric", month: "long" });
const full = format({ dateStyle: "full", timeStyle: "short" });

const texts = document.getElementById("texts").dataset;

function dayWords(then, now) {
  const distance = [0, 1, -1].find((n) => day.format(then) === day.format(new Date(now.getTime() + n * 86_400_000)));
  return { 0: texts.today, 1: texts.tomorrow, [-1]: texts.yesterday }[distance] ?? date.format(then);
}

function distanceWords(then, now) {
  const minutes = Math.round((then - now) / 60_000);
  if (Math.abs(minutes) < 60) return relative.format(minutes, "minute");
  if (Math.abs(minutes) < 60 * 24) return hoursWords(minutes);
  return relative.format(Math.round(minutes / 1440), "day");
}

function hoursWords(minutes) {
  const [hours, rest] = [Math.trunc(minutes / 60), Math.abs(minutes % 60)];
  if (!rest || Math.abs(hours) > 5) return relative.format(Math.round(minutes / 60), "hour");
  return (minutes < 0 ? texts.ago : texts.until).replace("{text}", `${Math.abs(hours)} h ${rest} min`);
}

function draw(element) {
  const then = new Date(element.dateTime);
  if (Number.isNaN(then.getTime())) return;
  const now = new Date(globalThis.serverNow());
  const kind = element.dataset.relative;
  const words = {
    short: () => distanceWords(then, now),
    clock: () => clock.format(then),
  }[kind] ?? (() => `${dayWords(then, now)} ${clock.format(then)} (${distanceWords(then, now)})`);
  const shown = words();
  if (element.textContent !== shown) element.textContent = shown;
  if (!element.title) element.title = full.format(then);
}

const tick = () => document.querySelectorAll("time[data-relative]").forEach(draw);

setInterval(tick, 20_000);
document.addEventListener("ridotto:swapped", tick);
tick();
