// The page's one socket: tells when it is lost, sees that it comes back, keeps presence fresh.
//
// The extension reconnects after the codes it takes for faults; after any other this module does.
// 4403 is the house saying that this page is not open to this person: nobody reconnects. 4429: this person
// has too many pages open. 1012: the process of this socket ends, and so do all its other sockets. Those
// pages come back spread over some seconds; all at once they would be a burden on the next process.

const TURNED_AWAY = 4403;
const TOO_MANY = 4429;
const RESTARTING = 1012;
const SPREAD = 5_000;
const CROWDED = 60_000;
const EXTENSIONS_OWN = [1006, 1011, 1012, 1013];
const HEARTBEAT = 25_000;
const GRACE = 500;
const BACK_SHOWN = 2_000;

let socket = null;
let heartbeat = null;
let warning = null;
let lost = false;
let tries = 0;
let leaving = false;
let lastCode = 0;

const text = (name) => document.getElementById("texts")?.dataset[name] ?? "";

/** Half a second, one, two, four, then every eight, each a little earlier or later. */
function pause(count) {
  if (lastCode === RESTARTING) return 500 + Math.random() * SPREAD;
  const usual = lastCode === TOO_MANY ? CROWDED : Math.min(500 * 2 ** count, 8_000);
  return usual * (0.75 + Math.random() / 2);
}

/** As the extension makes it; it asks for the pause before it tells of the end. */
function createSocket(url) {
  const made = new WebSocket(url, []);
  made.binaryType = window.htmx.config.wsBinaryType;
  made.addEventListener("close", (close) => (lastCode = close.code));
  return made;
}

function show(words, isBack) {
  const banner = document.getElementById("connection");
  banner.textContent = words;
  banner.classList.toggle("is-back", isBack);
  banner.hidden = !words;
}

function warn() {
  if (leaving || warning || lost) return;
  warning = setTimeout(() => {
    warning = null;
    lost = true;
    show(text("lost"), false);
  }, GRACE);
}

function crowded() {
  clearTimeout(warning);
  warning = null;
  lost = true;
  show(text("crowded"), false);
}

function opened(event) {
  socket = event.detail.event.target;
  tries = 0;
  clearTimeout(warning);
  warning = null;
  if (lost) {
    show(text("back"), true);
    setTimeout(() => lost || show("", false), BACK_SHOWN);
  }
  lost = false;
  clearInterval(heartbeat);
  const line = event.detail.socketWrapper;
  heartbeat = setInterval(() => socket?.readyState === WebSocket.OPEN && line.sendImmediately("."), HEARTBEAT);
}

function closed(event) {
  const { event: close, socketWrapper } = event.detail;
  if (socket && close.target !== socket && socket.readyState === WebSocket.OPEN) return;
  clearInterval(heartbeat);
  if (close.code === TURNED_AWAY) return;
  if (close.code === TOO_MANY) crowded();
  else warn();
  if (leaving || EXTENSIONS_OWN.includes(close.code)) return;
  setTimeout(() => leaving || socketWrapper.reconnect(), pause(tries++));
}

window.htmx.config.wsReconnectDelay = pause;
window.htmx.createWebSocket = createSocket;
document.addEventListener("htmx:wsOpen", opened);
document.addEventListener("htmx:wsClose", closed);
document.addEventListener("htmx:wsError", warn);
window.addEventListener("pagehide", () => (leaving = true));
window.addEventListener("pageshow", () => (leaving = false));
