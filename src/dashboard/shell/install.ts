/** The service worker is a comfort: a browser without one, or plain http, lacks nothing that matters. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
    console.warn('no service worker', error);
  });
}
