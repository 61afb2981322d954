// Passkeys: logging in with one, confirming one's identity, and adding one.
//
//   <form data-passkey="get" data-options="{...}" hidden>   shown if the browser supports passkeys; before it is sent, it
//       asks for one with these options and puts the answer into its `credential`
//   <form data-passkey="get" data-from="/address/" hidden>  fetches the options from there when it is pressed
//   <form data-passkey="create" ... hidden>                 creates one
//   <section data-passkey-part hidden>                      shown with them
//   <p data-passkey-says="lacks|failed|known|often" hidden> says why it did not work

const forms = document.querySelectorAll("form[data-passkey]");
const can = Boolean(window.PublicKeyCredential && navigator.credentials);

for (const form of forms) {
  form.hidden = !can;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}
for (const part of document.querySelectorAll("[data-passkey-part]")) part.hidden = !can;
if (forms.length && !can) say("lacks");

function say(what) {
  for (const line of document.querySelectorAll("[data-passkey-says]")) {
    line.hidden = line.dataset.passkeySays !== what;
  }
}

async function send(form) {
  if (form.getAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  say("");
  try {
    const { publicKey } = await wanted(form);
    const credential = await (form.dataset.passkey === "create" ? created(publicKey) : shown(publicKey));
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  } catch (error) {
    say(REASONS[error.name] ?? REASONS[error.message] ?? "failed");
  }
  form.removeAttribute("aria-busy");
}

// A device that has one already does not create a second.
const REASONS = { InvalidStateError: "known", 429: "often" };

async function wanted({ dataset }) {
  if (dataset.options) return JSON.parse(dataset.options);
  const answer = await fetch(dataset.from, { headers: { Accept: "application/json" }, cache: "no-store" });
  if (!answer.ok) throw new Error(answer.status);
  return (await answer.json()).request_options;
}

async function created(publicKey) {
  const found = await navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: bytes(publicKey.challenge),
      user: { ...publicKey.user, id: bytes(publicKey.user.id) },
      excludeCredentials: publicKey.excludeCredentials?.map(withBytes),
      // A passkey that can be found without a username.
      authenticatorSelection: {
        ...publicKey.authenticatorSelection,
        residentKey: "required",
        requireResidentKey: true,
      },
    },
  });
  return written(found, ["clientDataJSON", "attestationObject"]);
}

async function shown(publicKey) {
  const found = await navigator.credentials.get({
    publicKey: {
      ...publicKey,
      challenge: bytes(publicKey.challenge),
      allowCredentials: publicKey.allowCredentials?.map(withBytes),
    },
  });
  return written(found, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]);
}

/** WebAuthn's JSON; browsers had passkeys before they had `toJSON`. */
function written(found, names) {
  const present = names.filter((name) => found.response[name]);
  return {
    type: found.type,
    id: found.id,
    rawId: text(found.rawId),
    response: Object.fromEntries(present.map((name) => [name, text(found.response[name])])),
    clientExtensionResults: found.getClientExtensionResults(),
  };
}

const withBytes = (one) => ({ ...one, id: bytes(one.id) });

const bytes = (base64url) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
