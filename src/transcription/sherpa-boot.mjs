// A separate process does not inherit the service's TypeScript loader.
import { register } from 'tsx/esm/api';

register();
await import('./sherpa-program.ts');
