// Draws attention to the viewer's move when they look elsewhere: with the tab's title and icon and, if the person
// wants it, a soft tone (body[data-sound="on"]) and a short vibration (body[data-vibrates]). A fragment announces
// the move with data-my-turn="true".

const plain = document.title;
const icon = document.querySelector('link[rel="icon"][data-turn]');
const plainIcon = icon?.href;
let mine = false;

function tone() {
  if (document.body.dataset.sound !== "on") return;
  const audio = new AudioContext();
  const gain = audio.createGain();
  const note = audio.createOscillator();
  const now = audio.currentTime;
  note.frequency.setValueAtTime(523, now);
  note.frequency.setValueAtTime(659, now + 0.12);
  gain.gain.setValueAtTime(0, now);
  gain.gain.linearRampToValueAtTime(0.06, now + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + 0.5);
  note.connect(gain).connect(audio.destination);
  note.start(now);
  note.stop(now + 0.55);
  note.addEventListener("ended", () => audio.close());
}

// Browsers refuse this, with an error, until somebody has touched the page.
function vibrate() {
  if (!("vibrates" in document.body.dataset) || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.([60, 40, 60]);
}

function look() {
  const is = document.querySelector('[data-my-turn="true"]') !== null;
  if (is === mine) return;
  mine = is;
  document.title = is ? `\u25CF ${document.getElementById("texts").dataset.turn} \u00B7 ${plain}` : plain;
  if (icon) icon.href = is ? icon.dataset.turn : plainIcon;
  if (!is) return;
  tone();
  vibrate();
}

document.addEventListener("ridotto:swapped", look);
look();
