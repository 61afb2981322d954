// Sends what is chosen a second before its time is over, unless the person does not want that (settings).
//
//   <button data-in-time>  its form is sent so, if something in it was changed or picked, its fields are valid and the
//                          button is enabled
//   <ul data-in-time>      the same for each form in it and its first button
//
// While a form waits for that, the clock of the phase line says so.

const BEFORE = 1_000; // milliseconds: for the way to the site
const sent = new WeakMap(); // the deadline before which a form was sent

const clock = () => document.querySelector("#m-phase .clock[data-deadline]");

function isChanged(field) {
  if (field.hasAttribute("data-picked")) return true;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.type !== "hidden" && "defaultValue" in field && field.value !== field.defaultValue;
}

const isReady = ({ disabled, form }) =>
  !disabled && !form.hasAttribute("data-busy") && form.matches(":valid") && [...form.elements].some(isChanged);

function tell(timer, is) {
  let note = timer.querySelector(".clock-note");
  if (!is || note) return is || note?.remove();
  note = document.createElement("small");
  note.className = "clock-note";
  note.textContent = document.getElementById("texts").dataset.inTime;
  timer.append(note);
}

function tick() {
  const timer = clock();
  if (!timer) return;
  const { deadline } = timer.dataset;
  const left = Date.parse(deadline) - serverNow();
  const ready = [...document.querySelectorAll("button[data-in-time], [data-in-time] form > button:not([formnovalidate])")].filter(isReady);
  tell(timer, ready.length > 0 && left > 0);
  if (left > BEFORE || left < 0) return;
  for (const button of ready) {
    if (sent.get(button.form) === deadline) continue;
    sent.set(button.form, deadline);
    button.form.requestSubmit(button);
  }
}

if (document.body.hasAttribute("data-in-time")) setInterval(tick, 250);
