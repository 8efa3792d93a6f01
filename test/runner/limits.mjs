// Preloaded by test/runner/group.ts: test files that import uvu get test/runner/limited-uvu.ts, which imports uvu itself.
// Plain JavaScript, because hooks run in a thread of their own (nodejs.org/docs/latest-v20.x/api/module.html).
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const limited = new URL('./limited-uvu.ts', import.meta.url).href;

if (isMainThread) register(import.meta.url);

export function resolve(specifier, context, nextResolve) {
  const { parentURL = '' } = context;
  const isTest = !parentURL.includes('/node_modules/') && parentURL.split('?')[0] !== limited;
  return nextResolve(specifier === 'uvu' && isTest ? limited : specifier, context);
}
