import { runDemo } from './run.ts';
import { readOptions, usage } from './options.ts';

const options = readOptions(process.argv.slice(2));
if (options === 'help') console.log(usage);
else if (typeof options === 'string') {
  console.error(`${options}\n\n${usage}`);
  process.exitCode = 2;
} else process.exitCode = await runDemo(options);
