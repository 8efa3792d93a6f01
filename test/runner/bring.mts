/** Only gets the programs of the tests, for whoever has a core idle before they begin. */
import { bringPrograms } from './programs.ts';

await bringPrograms(console.log);
