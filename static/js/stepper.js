// Buttons that decrease and increase a number: <div data-stepper><button data-step="-1"> <input type=number> ...
// They respect the field's min, max and step.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-stepper] [data-step]");
  const field = button?.closest("[data-stepper]").querySelector("input");
  if (!field || field.disabled) return;
  if (Number(button.dataset.step) > 0) field.stepUp();
  else field.stepDown();
  field.dispatchEvent(new Event("change", { bubbles: true }));
});
