// Asks for confirmation before anything that cannot be undone.
//
//   <form data-confirm="Leave the table? Your hand is discarded.">  or the same on its submit button
//       always asks, in a <dialog> (components/ask.html); data-confirm-yes is the verb of its button
//   <button data-hold>  if the person wants it (body[data-asks-twice]): must be held for a moment, or pressed twice
//       by keyboard

const ARMED = 4_000;
const granted = new WeakSet();
const style = getComputedStyle(document.documentElement);
const holdTime = () => parseFloat(style.getPropertyValue("--hold-time")) || 700;

function ask(form, button) {
  const source = button?.dataset.confirm ? button : form;
  const dialog = document.getElementById("ask");
  dialog.querySelector("#ask-text").textContent = source.dataset.confirm;
  const yes = dialog.querySelector("[data-yes]");
  yes.textContent = source.dataset.confirmYes || button?.textContent.trim() || yes.textContent;
  dialog.returnValue = "no";
  dialog.addEventListener("close", () => dialog.returnValue === "yes" && grant(form, button), { once: true });
  dialog.showModal();
}

const fixedOf = (form) =>
  [...form.elements].filter((one) => one.type === "hidden" && one.name !== "key").map((one) => `${one.name}=${one.value}`).join();

/** The form that is on the page now: its fragment may have been replaced while the dialog was open. */
function current(form) {
  if (form.isConnected) return form;
  const action = CSS.escape(form.getAttribute("action") ?? "");
  return [...document.querySelectorAll(`form[action="${action}"]`)].find(
    (one) => one.id === form.id && fixedOf(one) === fixedOf(form),
  );
}

function grant(asked, button) {
  const form = current(asked);
  if (!form) return; // the action is no longer offered
  granted.add(form);
  const twin = [...form.elements].find((one) => one.type === "submit" && one.name === button?.name && one.value === button?.value);
  form.requestSubmit(button?.isConnected ? button : twin);
}

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (granted.delete(form)) return;
    if (!form.dataset.confirm && !event.submitter?.dataset.confirm) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(form, event.submitter);
  },
  true,
);

const asksTwice = () => document.body.hasAttribute("data-asks-twice");
const armed = new Map();
let held = null;
let passes = null;
let swallows = null;

function hint(button) {
  if (armed.has(button)) return;
  const words = button.dataset.holdText || document.getElementById("texts").dataset.hold;
  armed.set(button, [...button.childNodes]);
  button.replaceChildren(words);
  document.dispatchEvent(new CustomEvent("ridotto:say", { detail: words }));
  setTimeout(() => {
    button.replaceChildren(...armed.get(button));
    armed.delete(button);
  }, ARMED);
}

function release() {
  clearTimeout(held?.timer);
  held?.button.classList.remove("is-held");
  held = null;
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest?.("button[data-hold]");
  if (!button || !asksTwice() || button.disabled) return;
  button.classList.add("is-held");
  held = {
    button,
    timer: setTimeout(() => {
      release();
      passes = button;
      button.click();
      swallows = button; // the click that releasing it will cause
    }, holdTime()),
  };
});
document.addEventListener("pointerup", release);
document.addEventListener("pointercancel", release);

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.("button[data-hold]");
    if (!button || !asksTwice()) return;
    const isSecond = event.detail === 0 && armed.has(button);
    if (passes === button || isSecond) {
      passes = null;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (swallows !== button) hint(button);
    swallows = null;
  },
  true,
);
