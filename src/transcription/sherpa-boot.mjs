// A program of its own does not inherit how the service reads TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('./sherpa-program.ts');
