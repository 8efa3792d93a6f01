const script = '/sw.js';

/** The service worker is optional: without it, or on plain http, nothing important is missing. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  navigator.serviceWorker.register(script).catch((error: unknown) => {
    console.warn('no service worker', error);
  });
}

/** Longer than a slow network takes for its files. */
const patienceMs = 15_000;

/** Why it does not run, in plain words. */
export class WorkerFault extends Error {}

/**
 * The running worker, which is begun again if it could not begin when the page was opened. A browser that lets none run says so only here:
 * what waits until one runs waits for ever.
 * @throws WorkerFault
 */
export async function runningWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(script).catch((cause: unknown) => {
    const isUntrusted = cause instanceof DOMException && cause.name === 'SecurityError';
    throw new WorkerFault(
      isUntrusted
        ? 'This browser does not trust the certificate of this page, or it runs nothing in the background. Have it trust the certificate, then try again.'
        : 'What has to run in the background could not be loaded. Try again.',
      { cause },
    );
  });
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const running = await Promise.race([navigator.serviceWorker.ready, late]);
  if (running === undefined)
    throw new WorkerFault(
      'What has to run in the background did not start. Reload the page, then try again.',
    );
  return running;
}
