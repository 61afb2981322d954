// Shows push messages from the site, opens the page that they link to, and sends renewed subscriptions. It does
// nothing else: no page or file goes through it.

self.addEventListener("push", (event) => {
  const { title, url, sound, vibration, ...told } = event.data.json();
  const options = { ...told, data: { url }, silent: !sound };
  // Browsers refuse a vibration in a silent notification.
  if (sound) options.vibrate = vibration ? [80, 40, 80] : [];
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(new URL(event.notification.data.url, self.location.origin)));
});

// Browsers renew a subscription now and then; the old one and its options may be gone by then.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event.newSubscription)));

async function renew(given) {
  const address = "/settings/notices/devices/renew/";
  const { key, token } = await (await fetch(address)).json();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (given ?? (await self.registration.pushManager.subscribe(options))).toJSON();
  const body = new URLSearchParams({ endpoint, public_key: keys.p256dh, secret: keys.auth });
  await fetch(address, { method: "POST", headers: { "X-CSRFToken": token }, body });
}

async function lead(url) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((page) => new URL(page.url).pathname === url.pathname);
  return there ? there.focus() : self.clients.openWindow(url);
}
