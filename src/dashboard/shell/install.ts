/** The service worker is optional: without it, or on plain http, nothing important is missing. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
    console.warn('no service worker', error);
  });
}
