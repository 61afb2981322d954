// The chat window: the dialog for a message, the number of characters left, and what has been read.
//
//   #chat-dialog     opens when its body is filled, closes on the event "chat:done"
//   [data-chat-text] the field to write in; [data-chat-left] shows how many characters are left, near the limit
//   #chat[data-read] the address for reporting the last message that was read
// The list is one tab stop: the arrow keys move between the messages' own links.

const LEFT_SHOWN = 80;
const READ_EVERY = 10_000;

const dialog = () => document.getElementById("chat-dialog");
const list = () => document.getElementById("chat-log");
const links = () => [...(list()?.querySelectorAll(".message-more") ?? [])];

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "chat-dialog-body" || dialog().open) return;
  dialog().showModal();
});
document.addEventListener("chat:done", () => dialog()?.close());
document.addEventListener("click", (event) => event.target === dialog() && dialog().close());

function drawLeft(field) {
  const mark = document.querySelector("[data-chat-left]");
  if (!mark) return;
  const left = field.maxLength - field.value.length;
  mark.hidden = left > LEFT_SHOWN;
  mark.textContent = mark.dataset.text.replace("{n}", left);
}

document.addEventListener("input", (event) => event.target.matches("[data-chat-text]") && drawLeft(event.target));
document.addEventListener("reset", (event) => {
  const field = event.target.querySelector("[data-chat-text]");
  if (field) setTimeout(() => drawLeft(field));
});

function onlyOneStop() {
  for (const link of links()) if (link !== document.activeElement) link.tabIndex = -1;
}

document.addEventListener("keydown", (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || !list()?.contains(document.activeElement)) return;
  const all = links();
  const at = all.indexOf(document.activeElement);
  const next = at < 0 ? all.at(-1) : all[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

let readUpTo = null;
const hasUnread = () => document.querySelector("[data-dock-unread]:not([hidden])") !== null;

function markRead() {
  if (hasUnread()) return;
  const newest = list()?.lastElementChild?.id.replace("chat-", "");
  const form = document.getElementById("chat-write");
  if (!newest || !form || newest === readUpTo) return;
  readUpTo = newest;
  const data = new FormData();
  data.set("room", form.elements.room.value);
  data.set("upto", newest);
  data.set("csrfmiddlewaretoken", document.querySelector('meta[name="csrf-token"]').content);
  navigator.sendBeacon(document.getElementById("chat").dataset.read, data);
}

// While the page is visible, now and then; when it is left, at once.
setInterval(() => document.visibilityState === "visible" && document.hasFocus() && markRead(), READ_EVERY);
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && markRead());
document.addEventListener("ridotto:swapped", onlyOneStop);
onlyOneStop();
