// Shows a page of our own while the server does not answer; every other request goes its usual way.
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>P4Twin: the server does not answer</title>
<style>body{font:16px/1.5 system-ui;max-width:36rem;margin:20vh auto;padding:0 1rem;color:#1c2330;background:#fff}
@media(prefers-color-scheme:dark){body{color:#dde3ee;background:#10141b}a{color:#8ab4ff}}</style>
<main><h1>The server does not answer</h1>
<p>Check that <code>npm start</code> is still running and that this computer reaches it.</p>
<p><a href="">Try again</a></p></main></html>`;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(
    fetch(event.request).catch(
      () => new Response(PAGE, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } }),
    ),
  );
});
