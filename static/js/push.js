// Allowing the site to send push messages to this browser, on the notices page.
//
//   <form data-push-key="..." hidden>   shown if the browser supports push; its button asks for permission, and posts what
//                                       the site needs: endpoint, public_key, secret
//   <p data-push="lacks|denied|failed" hidden>   says why it did not work

const form = document.querySelector("form[data-push-key]");
const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

if (form && can) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    subscribe();
  });
} else if (form) {
  say("lacks");
}

function say(what) {
  for (const line of document.querySelectorAll("[data-push]")) line.hidden = line.dataset.push !== what;
}

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return say("denied");
  try {
    const { endpoint, keys } = (await subscription()).toJSON();
    Object.assign(form.elements.endpoint, { value: endpoint });
    Object.assign(form.elements.public_key, { value: keys.p256dh });
    Object.assign(form.elements.secret, { value: keys.auth });
    form.submit();
  } catch {
    say("failed");
  }
}

async function subscription() {
  await navigator.serviceWorker.register(form.dataset.worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: form.dataset.pushKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // Subscribed with a previous key of the site.
    if (error.name !== "InvalidStateError") throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  }
}
