// Speaks to screen readers through #announcer.
//
// Another module says something with
//   document.dispatchEvent(new CustomEvent("ridotto:say", { detail: "text" }))
// Entries marked [data-say] (a log sentence, a chat message) are spoken once when a swap brings them
// in: the attribute's value, or the entry's own text when the value is empty. What stood on the page
// from the start is not spoken. An entry is known by its id, else by what it says.
document.documentElement.classList.add("has-script");

const AT_ONCE = 4;
const STAYS = 10_000;
const said = new Set();

const sentence = (entry) => (entry.dataset.say || entry.textContent).replace(/\s+/g, " ").trim();
const keyOf = (entry) => entry.id || sentence(entry);

function say(text) {
  const announcer = document.getElementById("announcer");
  if (!announcer || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  announcer.append(line);
  setTimeout(() => line.remove(), STAYS);
}

function newEntries() {
  const entries = [...document.querySelectorAll("[data-say]")].filter((one) => !said.has(keyOf(one)));
  entries.forEach((one) => said.add(keyOf(one)));
  return inOrder(entries);
}

/** Oldest first: a list marked `reversed` has its newest entry at the top. */
function inOrder(entries) {
  const reversed = entries.filter((one) => one.closest("[reversed]")).reverse();
  return [...reversed, ...entries.filter((one) => !one.closest("[reversed]"))];
}

function speakNew() {
  const entries = newEntries();
  // After a long absence only the newest few are announced; the log has the rest.
  entries.slice(-AT_ONCE).forEach((one) => say(sentence(one)));
}

let waiting = false;
function later() {
  if (waiting) return;
  waiting = true;
  setTimeout(() => {
    waiting = false;
    speakNew();
  }, 50);
}

newEntries();
document.addEventListener("ridotto:say", (event) => say(event.detail));
document.addEventListener("ridotto:swapped", later);
