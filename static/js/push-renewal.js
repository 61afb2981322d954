// A browser may have renewed its subscription to push while no worker heard of it: the next page sends it again.
//
//   <body data-person data-push-renewal="address">
// What was sent last is remembered, so that it is sent once. The site ignores browsers that have no push there.

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

if (pushRenewal && "serviceWorker" in navigator) renew().catch(() => {}); // the next page tries again
