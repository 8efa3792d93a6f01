// Preloaded by test/runner/group.ts: test files that import uvu get test/runner/limited-uvu.ts, which imports uvu itself.
// Plain JavaScript, because hooks run in a thread of their own (nodejs.org/docs/latest-v20.x/api/module.html).
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const limited = new URL('./limited-uvu.ts', import.meta.url).href;

if (isMainThread) {
  register(import.meta.url);
  reportForgottenRejections();
}

export function resolve(specifier, context, nextResolve) {
  const { parentURL = '' } = context;
  const isTest = !parentURL.includes('/node_modules/') && parentURL.split('?')[0] !== limited;
  return nextResolve(specifier === 'uvu' && isTest ? limited : specifier, context);
}

/**
 * By default Node ends the process at a rejection that nothing awaits yet, and with it all files that were not reached. A test that awaits
 * it later fails by itself. What is never awaited fails the group at its end.
 */
function reportForgottenRejections() {
  const forgotten = new Map();
  process.on('unhandledRejection', (reason, promise) => {
    // Without this listener, Node would give it to whoever listens for faults.
    if (process.listenerCount('uncaughtException') > 0)
      process.emit('uncaughtException', reason, 'unhandledRejection');
    else forgotten.set(promise, reason);
  });
  process.on('rejectionHandled', (promise) => forgotten.delete(promise));
  process.on('exit', () => {
    for (const reason of forgotten.values()) {
      console.error('rejected, and never awaited:', reason);
      process.exitCode = 3; // known by test/runner/group.ts; uvu ends with 1
    }
  });
}
