// A thread does not inherit how its process reads TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('./stereo-worker.ts');
