// Tells the house the browser's time zone, so that a new person's profile need not ask for it.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const secure = location.protocol === "https:" ? "; secure" : "";
if (zone) document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax${secure}`;
