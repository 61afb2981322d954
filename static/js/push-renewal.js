// Sends a push subscription again if the browser may have renewed it without notifying a service worker.
//
//   <body data-person data-push-renewal="address">
//
// The subscription sent last is stored, so that each is sent once. The site ignores browsers that have no push
// there.

const KEPT = "ridotto-push";
const { person, pushRenewal } = document.body.dataset;

async function renew() {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const now = `${person} ${endpoint}`;
  if (localStorage.getItem(KEPT) === now) return;
  const body = new URLSearchParams({ endpoint, public_key: keys.p256dh, secret: keys.auth });
  const headers = { "X-CSRFToken": document.querySelector('meta[name="csrf-token"]').content };
  const answer = await fetch(pushRenewal, { method: "POST", headers, body, redirect: "error" });
  if (answer.ok) localStorage.setItem(KEPT, now);
}

if (pushRenewal && "serviceWorker" in navigator) renew().catch(() => {}); // the next page will try again
