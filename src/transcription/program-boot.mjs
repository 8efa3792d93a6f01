// A separate process does not inherit the service's TypeScript loader. The first argument is the program, relative to this folder.
import { register } from 'tsx/esm/api';

register();
await import(new URL(process.argv[2], import.meta.url).href);
