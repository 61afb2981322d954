// Copying, and showing a link to people nearby.
//
//   <input readonly class="copy">                    is selected on focus, so that one keystroke copies it
//   <button data-copy-text="..." data-copied="Copied">   copies that text; its label says so for a while
//   <button data-copy-of="link-1" data-copied="Copied">  copies the contents of the field with this id
//   <details class="qr">   its picture is scrolled into view when it is opened

const SAYS_SO = 2_000;

document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("input.copy")) event.target.select();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy-text], [data-copy-of]");
  if (button) copy(button);
});

document.addEventListener(
  "toggle",
  ({ target }) => target.matches?.(".qr[open]") && target.querySelector("img").scrollIntoView({ block: "nearest" }),
  true,
);

const textOf = ({ dataset }) => dataset.copyText ?? document.getElementById(dataset.copyOf).value;

async function copy(button) {
  try {
    await navigator.clipboard.writeText(textOf(button));
  } catch {
    // Not allowed, or the site is not served over https.
    if (!copySelected(textOf(button), button)) return;
  }
  document.dispatchEvent(new CustomEvent("ridotto:say", { detail: button.dataset.copied }));
  if (button.classList.contains("is-copied")) return;
  const usual = button.innerHTML;
  button.style.minWidth = `${button.offsetWidth}px`; // so that it does not shrink under the pointer
  button.classList.add("is-copied");
  button.textContent = button.dataset.copied;
  setTimeout(() => {
    button.innerHTML = usual;
    button.classList.remove("is-copied");
  }, SAYS_SO);
}

function copySelected(text, button) {
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  button.focus();
  return done;
}
