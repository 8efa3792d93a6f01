import { launchBrowser } from '../../rig/browser.ts';
import { openPersonVoices } from '../../rig/phone-company/voices.ts';
import { openBaresip, openSipp } from '../../rig/sip-programs.ts';
import { describeError } from '../../src/domain/errors.ts';
import { openAsterisk } from '../../src/provision/asterisk-program.ts';
import { openFlite } from '../../src/provision/speech-program.ts';
import { openPocketSphinx } from '../../src/provision/transcription-program.ts';

/**
 * Brings what most tests run before any test's time runs: on a machine that has none of it, unpacking takes the processor that their
 * sound needs. What cannot be brought fails in the tests that want it.
 */
export async function bringPrograms(progress: (line: string) => void): Promise<void> {
  const openings = [openAsterisk, openPersonVoices, openBaresip, openSipp, openFlite, openPocketSphinx];
  try {
    for (const open of openings) await open(progress);
    await (await launchBrowser(progress)).close();
  } catch (error) {
    progress(describeError(error));
  }
}
