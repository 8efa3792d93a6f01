import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

export interface DemoOptions {
  /** Exits after the call. */
  once: boolean;
  /** Starts everything but places no call. */
  noCall: boolean;
  /** What +12025550190 plays; the call then goes to that number. */
  audioFile: string | undefined;
}

export const usage = `npm run demo -- [--once] [--no-call] [--audio FILE]
  --once         end after the call; exit code 0 if the owner was connected
  --no-call      only start everything
  --audio FILE   let +12025550190 play this recording (WAV), and call it`;

/** @returns the options, 'help', or an error message. */
export function readOptions(args: string[]): DemoOptions | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        once: { type: 'boolean', default: false },
        'no-call': { type: 'boolean', default: false },
        audio: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return 'help';
    if (values.once && values['no-call']) return '--once and --no-call exclude each other';
    if (values.audio !== undefined && !existsSync(values.audio))
      return `--audio: there is no file ${values.audio}`;
    return { once: values.once, noCall: values['no-call'], audioFile: values.audio };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
