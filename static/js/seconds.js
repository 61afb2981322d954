// The words for a number of seconds, beside it: <output data-seconds="id of the field">12 h</output>

const UNITS = [[86_400, "d"], [3_600, "h"], [60, "min"], [1, "s"]];

function words(seconds) {
  let left = seconds;
  const parts = [];
  for (const [size, unit] of UNITS) {
    if (left >= size) parts.push(`${Math.floor(left / size)} ${unit}`);
    left %= size;
  }
  return parts.slice(0, 2).join(" ");
}

function draw(output) {
  const field = document.getElementById(output.dataset.seconds);
  const seconds = field ? Number(field.value) : 0;
  output.textContent = Number.isInteger(seconds) && seconds >= 60 ? `= ${words(seconds)}` : "";
}

const drawAll = () => document.querySelectorAll("output[data-seconds]").forEach(draw);

document.addEventListener("input", drawAll);
document.addEventListener("change", drawAll);
drawAll();
