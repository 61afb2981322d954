// Passkeys, where one logs in, says once more who one is, or adds one.
//
//   <form data-passkey="get" data-options="{...}" hidden>   shown where the browser has passkeys; sent, it first asks
//                                        for one, as the house wants it, and puts the answer into its `credential`
//   <form data-passkey="get" data-from="/address/" hidden>  what the house wants is asked there, when it is pressed
//   <form data-passkey="create" ... hidden>                 makes one
//   <section data-passkey-part hidden>   shown with them
//   <p data-passkey-says="lacks|failed|known|often" hidden> says why not

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

// A device that holds one already makes no second.
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
      // One that is found without a name.
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

/** As WebAuthn writes it in JSON; `toJSON` of the browsers is younger than their passkeys. */
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
