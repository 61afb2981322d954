// Shows a new password to the person who types it, until the form is sent.
//
//   <button type="button" data-show-password aria-pressed="false">   shows or hides the new passwords of its form

function show(form, shown) {
  for (const field of form.querySelectorAll("input[autocomplete=new-password]")) {
    field.type = shown ? "text" : "password";
    field.spellcheck = false; // some browsers send what they check to a server
    field.autocapitalize = "none";
  }
  form.querySelector("[data-show-password]")?.setAttribute("aria-pressed", shown);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-show-password]");
  if (button) show(button.form, button.getAttribute("aria-pressed") !== "true");
});
// Browsers may remember what a text field contained.
document.addEventListener("submit", (event) => show(event.target, false), true);
