// Shows what the house pushes to this browser, and leads to where it points. It does nothing else: no page
// or file goes through it.

self.addEventListener("push", (event) => {
  const { title, url, sound, vibration, ...told } = event.data.json();
  const options = { ...told, data: { url }, silent: !sound };
  // Browsers refuse a vibration that is to be silent.
  if (sound) options.vibrate = vibration ? [80, 40, 80] : [];
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(new URL(event.notification.data.url, self.location.origin)));
});

async function lead(url) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((page) => new URL(page.url).pathname === url.pathname);
  return there ? there.focus() : self.clients.openWindow(url);
}
