// Stepping through a finished match: <div id="replay">, whose links and form htmx handles.
//
//   [data-key]    a link that this key follows as well ("Shift+ArrowLeft")
//   [data-play]   a button that plays step by step until it is pressed again or the match is over; the space bar does the
//                 same where it presses nothing else
//
// Each step is rendered as a whole; this module remembers that it is playing.

const PACE = 1600; // milliseconds: long enough to read a line
let timer = 0;

const link = (key) => document.querySelector(`#replay [data-key="${key}"]`);

function show() {
  const button = document.querySelector("[data-play]");
  if (!button) return;
  button.dataset.name ??= button.textContent;
  button.textContent = timer ? button.dataset.pause : button.dataset.name;
  button.setAttribute("aria-pressed", String(Boolean(timer)));
  button.disabled = !link("ArrowRight");
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  show();
}

function goOn() {
  const next = link("ArrowRight");
  if (!next) return stop();
  timer = setTimeout(goOn, PACE);
  next.click();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-play]")) return;
  if (timer) return stop();
  timer = setTimeout(goOn, 0);
  show();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches?.("select, input, textarea, summary")) return;
  if (event.key === " " && !event.target.matches?.("a, button")) {
    event.preventDefault();
    document.querySelector("[data-play]")?.click();
    return;
  }
  const found = link(event.shiftKey ? `Shift+${event.key}` : event.key);
  if (!found) return;
  event.preventDefault();
  stop();
  found.click();
});

document.addEventListener("htmx:afterSwap", show);
show();
