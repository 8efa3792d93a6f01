import { launchBrowser } from '../../rig/browser.ts';
import { openCaddy, openCoturn, openNginx } from '../../rig/network-programs.ts';
import { openPersonVoices } from '../../rig/phone-company/voices.ts';
import { openBaresip, openSipp } from '../../rig/sip-programs.ts';
import { describeError } from '../../src/domain/errors.ts';
import { openAsterisk } from '../../src/provision/asterisk-program.ts';
import { openFlite } from '../../src/provision/speech-program.ts';
import { openPocketSphinx } from '../../src/provision/transcription-program.ts';

/**
 * Gets the programs that tests run, before the time of any test begins: on a machine without them, unpacking takes the processor time
 * that the tests' sound needs. A program that cannot be had makes the tests fail that need it.
 */
export async function bringPrograms(progress: (line: string) => void): Promise<void> {
  const openings = [
    ...[openAsterisk, openPersonVoices, openBaresip, openSipp, openFlite, openPocketSphinx],
    ...[openNginx, openCaddy, openCoturn],
  ];
  try {
    for (const open of openings) await open(progress);
    await (await launchBrowser(progress)).close();
  } catch (error) {
    progress(describeError(error));
  }
}
