// Shows one page where there is no connection. It keeps no answer, no page and no program: the browser's own cache holds
// the files with a hash in their name, and everything else is read from the server.
const OFFLINE = `<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Anda sedang luring</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 16px; padding: 24px;
  text-align: center; font: 400 1rem/1.5 system-ui, sans-serif; color: #171B18; background: #FBFAF7; }
svg { color: #0E6753; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.33; }
p { margin: 0; }
a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 20px; border-radius: 10px; color: #FFFFFF;
  background: #0E6753; text-decoration: none; }
@media (prefers-color-scheme: dark) {
  body { color: #F5F4EF; background: #0F1311; }
  svg { color: #6FB7A0; }
  a { color: #08302A; background: #6FB7A0; }
}
</style>
</head>
<body>
<svg width="96" height="96" viewBox="0 0 96 96" aria-hidden="true"><g fill="none" stroke="currentColor" stroke-width="1.5"
  stroke-linejoin="round" stroke-linecap="round"><path d="M14 44a48 48 0 0 1 68 0M26 57a31 31 0 0 1 44 0M42 68h12v12h-12z
  M48 65.5l8.5 8.5l-8.5 8.5l-8.5 -8.5zM18 14l60 72"/></g></svg>
<main>
<h1>Anda sedang luring.</h1>
<p>Draf Anda aman di perangkat ini.</p>
</main>
<a href="">Coba lagi</a>
</body>
</html>`;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(
    fetch(event.request).catch(
      () =>
        new Response(OFFLINE, {
          status: 503,
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
          },
        }),
    ),
  );
});
