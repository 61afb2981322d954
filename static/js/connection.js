// The page's one socket: reports when it is lost, makes sure that it comes back, and keeps presence fresh.
//
// The extension reconnects after the close codes that it takes for failures; this module does so after all others.
// 4403: the site says that this person may not see the page, so nobody reconnects. 4429: this person has too many
// pages open. 1012: the process of this socket is shutting down, and with it all its other sockets. Those pages
// reconnect spread over some seconds, since all of them at once would overload the next process.
//
// A connection may go silent without being closed (a phone that changes networks, a proxy that is gone). The server
// answers each heartbeat; a socket whose heartbeat stays unanswered is replaced, with "ridotto:silent" on the
// document. If there is a reason to doubt the connection (a failed request, a clock that has run out, a page that
// becomes visible), it is checked at once. A page is live again once it has received its content: in a crowd of pages, a
// socket may be open for a while before. "ridotto:reached" is dispatched for each message that arrives.

const TURNED_AWAY = 4403;
const TOO_MANY = 4429;
const RESTARTING = 1012;
const SPREAD = 5_000;
const CROWDED = 60_000;
const EXTENSIONS_OWN = [1006, 1011, 1012, 1013];
const HEARTBEAT = 15_000;
const ANSWER = 8_000; // for the answer to a heartbeat; less than 25 s together with the pause before it
const DOUBTED = 3_000; // for the same when there is a reason to doubt
const CONNECTING = 10_000;
const OFFLINE = 2_000; // between two attempts that cannot leave the device
const GRACE = 500;
const BACK_SHOWN = 2_000;

let socket = null;
let line = null; // the extension's wrapper, which reconnects
let createdAt = 0;
let filled = false; // whether this socket has brought the page's content
let beatAt = 0;
let askedAt = 0; // when the unanswered heartbeat was sent; 0 if there is none
let allowed = ANSWER;
let overdue = 0;
let warning = null;
let lost = false;
let tries = 0;
let leaving = false;
let lastCode = 0;

const text = (name) => document.getElementById("texts")?.dataset[name] ?? "";
// A device's clock may be put back, too.
const since = (moment) => Math.abs(Date.now() - moment);
const tell = (what) => document.dispatchEvent(new CustomEvent(`ridotto:${what}`));

/** Half a second, one, two, then three each time, randomly more or less, so that pages are back soon after the site
 * but not all at once. */
function pause(count) {
  if (lastCode === RESTARTING) return 500 + Math.random() * SPREAD;
  if (!navigator.onLine) return OFFLINE;
  const usual = lastCode === TOO_MANY ? CROWDED : Math.min(500 * 2 ** count, 3_000);
  return usual * (0.5 + 0.75 * Math.random());
}

/** Create the socket as the extension does, which asks for the pause before it reports the end. */
function createSocket(url) {
  const address = new URL(url);
  address.searchParams.set("as", document.body.dataset.person);
  const made = new WebSocket(address, []);
  made.binaryType = window.htmx.config.wsBinaryType;
  made.addEventListener("close", (close) => made === socket && (lastCode = close.code));
  [socket, createdAt, askedAt, filled] = [made, Date.now(), 0, false];
  return made;
}

function show(words, isBack) {
  const banner = document.getElementById("connection");
  if (banner.textContent !== words) banner.textContent = words;
  banner.classList.toggle("is-back", isBack);
  banner.hidden = !words;
}

function showLost(words = text(navigator.onLine ? "lost" : "offline")) {
  clearTimeout(warning);
  warning = null;
  lost = true;
  show(words, false);
}

function warn() {
  if (leaving || warning || lost) return;
  warning = setTimeout(showLost, GRACE);
}

function showLive() {
  clearTimeout(warning);
  warning = null;
  if (!lost) return;
  lost = false;
  show(text("back"), true);
  setTimeout(() => lost || show("", false), BACK_SHOWN);
}

/** Send a heartbeat, unless one is under way, and wait `patience` for the answer. */
function beat(patience) {
  if (socket?.readyState !== WebSocket.OPEN) return;
  allowed = askedAt ? Math.min(allowed, patience) : patience;
  if (askedAt || since(beatAt) < DOUBTED) return; // the server does not answer floods
  socket.send(".");
  beatAt = askedAt = Date.now();
}

const doubt = () => beat(DOUBTED);

function watch() {
  if (leaving || !socket) return;
  if (socket.readyState === WebSocket.CONNECTING && since(createdAt) > CONNECTING) socket.close(); // the extension tries again
  if (socket.readyState !== WebSocket.OPEN) return;
  if (!askedAt && since(beatAt) >= HEARTBEAT) beat(ANSWER);
  // On a device that slept, the timer may run before the answer is read, so only a second check counts it as
  // late.
  else if (askedAt && since(askedAt) > allowed && ++overdue > 1) replace();
}

function replace() {
  showLost();
  const dead = socket;
  dead.onclose = dead.onerror = null; // else the extension reconnects once more, seconds later
  dead.close();
  line.reconnect();
  tell("silent");
}

function opened(event) {
  line = event.detail.socketWrapper;
  tries = 0;
  beatAt = Date.now();
  askedAt = overdue = 0;
}

function received(event) {
  askedAt = overdue = 0;
  if (event.detail.message === ".") event.preventDefault(); // nothing to swap
  else filled = true;
  if (filled) showLive();
  tell("reached");
}

function closed(event) {
  const { event: close, socketWrapper } = event.detail;
  if (close.target !== socket && socket.readyState === WebSocket.OPEN) return;
  if (close.code === TURNED_AWAY) {
    lost = false;
    return show("", false);
  }
  if (close.code === TOO_MANY) showLost(text("crowded"));
  else warn();
  if (leaving || EXTENSIONS_OWN.includes(close.code)) return;
  setTimeout(() => leaving || socketWrapper.reconnect(), pause(tries++));
}

window.htmx.config.wsReconnectDelay = pause;
window.htmx.createWebSocket = createSocket;
document.addEventListener("htmx:wsOpen", opened);
document.addEventListener("htmx:wsBeforeMessage", received);
document.addEventListener("htmx:wsClose", closed);
document.addEventListener("htmx:wsError", warn);
for (const kind of ["ridotto:overdue", "htmx:sendError", "htmx:timeout"]) document.addEventListener(kind, doubt);
document.addEventListener("visibilitychange", () => document.hidden || doubt());
window.addEventListener("offline", () => {
  showLost();
  doubt();
});
window.addEventListener("online", () => {
  if (!socket) return showLive();
  if (lost) showLost();
  doubt();
});
window.addEventListener("pagehide", () => (leaving = true));
window.addEventListener("pageshow", () => (leaving = false));
setInterval(watch, 1_000);
