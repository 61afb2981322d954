// A summary of what happened since this browser last showed the match, line by line over the board (moment.js).
//
//   <button data-since-show="3" data-since-offer="… {n} …" data-since-one="…" hidden>   in the head of the log;
//       shown if there are at least that many lines
//   <li id="log-12-1"><span>sentence</span></li>   a line of the log, from the viewer's twelfth update
//
// It uses the log on the page, so nothing reappears that the rules have removed from the log. A browser stores the
// newest line that it has shown of a match. People who return after a minute or more are told how much happened;
// pressing that, or the button, plays it at reading speed, followed by the last highlights. After the match, its
// page shows the result and links to a replay instead.

const { result } = globalThis.decision;

const KEPT = "ridotto-since";
const MATCHES = 40; // remembered
const AWAY = 60_000; // milliseconds
const MOST = 60; // the most that are played: the last ones
const OFFER = 8; // seconds
const CATCHES_UP = 10_000; // milliseconds after the return in which a page receives what it has missed
const [SHORT, LONG, LETTER] = [1.6, 8, 0.045]; // seconds: the least and the most for a line, and the time per letter

const match = document.body.dataset.match ?? "";
const button = () => document.querySelector("[data-since-show]");
const least = () => Number(button().dataset.sinceShow); // lines; fewer can be read in the log at a glance
const lines = () => [...document.querySelectorAll("#m-log .log > li[id^=log-]")].reverse();
const held = () => [...document.querySelectorAll("#m-moment [data-moment]")];
const numberOf = (line) => Number(line.id.split("-")[1]);
const newest = () => numberOf(document.querySelector("#m-log .log > li[id^=log-]") ?? { id: "log-0" });

let before; // the last line seen before the viewer was away
let returned = 0; // when they returned
let missed; // the numbers of its lines and the names of its pictures, so that anything removed meanwhile is left out

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** Everything on this page counts as seen. */
function remember() {
  if (!match) return;
  const all = remembered();
  delete all[match]; // the most recently seen match comes last
  all[match] = { line: newest(), moments: held().map((one) => one.dataset.moment), at: Date.now() };
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-MATCHES))));
  } catch {
    // Without storage there is no summary.
  }
}

/** The lines in the log now, with numbers above the first, up to the last. */
function linesOf({ after, upto }) {
  const narrowed = document.getElementById("log-mine")?.checked;
  const between = lines().filter((one) => numberOf(one) > after && numberOf(one) <= upto);
  return between.filter((one) => !narrowed || one.classList.contains("is-mine")).slice(-MOST);
}

/** The highlights on the page now. */
const picturesOf = ({ pictures }) => held().filter((one) => pictures.includes(one.dataset.moment));

function element(name, className, ...inside) {
  const one = Object.assign(document.createElement(name), { className });
  one.append(...inside);
  return one;
}

function article(lasts, ...inside) {
  const one = element("article", "moment since", ...inside);
  one.dataset.momentLasts = lasts;
  return one;
}

function told(line, index, all) {
  const sentence = element("p", "moment-line", ...line.firstElementChild.cloneNode(true).childNodes);
  const lasts = Math.min(LONG, Math.max(SHORT, sentence.textContent.length * LETTER));
  return article(lasts, element("p", "since-count numbers", `${index + 1} / ${all.length}`), sentence);
}

const play = (moments) => document.dispatchEvent(new CustomEvent("ridotto:play", { detail: moments }));

function playMissed() {
  before = undefined;
  play([...linesOf(missed).map(told), ...picturesOf(missed)]);
}

function showButton() {
  if (button()) button().hidden = !missed || linesOf(missed).length < least() || result() !== null;
}

function offer() {
  if (!before || result() || !button()) return;
  const names = held().map((one) => one.dataset.moment);
  const found = { after: before.line, upto: newest(), pictures: names.filter((one) => !before.moments.includes(one)) };
  const news = linesOf(found);
  if (news.length < least()) return;
  missed = found;
  showButton();
  const { sinceOffer, sinceOne } = button().dataset;
  const line = element("p", "moment-line", news.length > 1 ? sinceOffer.replace("{n}", news.length) : sinceOne);
  line.dataset.sinceOffered = "";
  play([article(OFFER, line)]);
}

function comeBack() {
  const seen = remembered()[match];
  before = seen && Date.now() - seen.at >= AWAY ? seen : undefined;
  returned = performance.now();
  offer();
  remember();
}

document.addEventListener("click", (event) => {
  const stage = event.target.closest?.(".moment-stage");
  if (event.target.closest?.("[data-since-show]") || stage?.querySelector("[data-since-offered]")) playMissed();
});
document.addEventListener("ridotto:swapped", (event) => {
  if (!["m-log", "m-log-lines"].some((id) => event.detail.parts.has(id))) return;
  showButton();
  if (document.visibilityState !== "visible") return;
  if (performance.now() - returned < CATCHES_UP) offer();
  remember();
});
document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? comeBack() : remember()));
comeBack();
