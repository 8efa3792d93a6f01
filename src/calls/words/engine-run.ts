import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import { settlesWithin } from '../../async/settles-within.ts';
import { untilAborted } from '../../async/until-aborted.ts';
import type { AudioFanOut } from '../hearing/audio-fan-out.ts';
import type { AudioDemand, AudioReading } from '../listener.ts';
import type { Recognition, Speaker, Transcriber, Utterance } from './transcriber.ts';

/** One side of a call, and what recognises its words. */
export interface HeardSide {
  callId: string;
  speaker: Speaker;
  transcriber: Transcriber;
  hearing: {
    readonly audio: Pick<AudioFanOut, 'subscribe' | 'reviewDemand'>;
    readonly pulse?: AudioReading | undefined;
    readonly isInMenu?: boolean;
    /** Whether it is still undecided if a person is there. */
    readonly awaitsPerson?: boolean;
  };
  /** The time of the audio (epoch ms). */
  now: () => number;
  expectedWords?: () => readonly string[];
  log: Log;
}

/** What is wanted of the engine, which may change while it works. */
export interface EngineRunNeeds {
  wants(): AudioDemand;
  /** Whether final utterances should carry a second reading. */
  wantsRereading(): boolean;
  /** Whether somebody waits for the sentence that is being said when the run ends. */
  wantsLastWords(): boolean;
  heard(utterance: Utterance): void;
  /** As in `RecognitionOptions`. */
  wordless(startedAtMs: number, endedAtMs: number): void;
  /** Nothing more will be recognised, and why. Not called once the run is to end. */
  failed(reason: string): void;
}

/** How long to wait for the sentence in which a call ends. */
const finishMs = 2000;
/**
 * In UTF-16 units; nobody says half of this in the 25 s of a stretch. A recogniser that is caught in a loop, or belongs to somebody else,
 * may send megabytes, and the time to compare two sentences grows with the square of their length.
 */
const longestText = 2000;

/** Lets an engine recognise the words of one side of a call, from its opening until `ending` aborts. Never rejects. */
export async function runEngine(side: HeardSide, needs: EngineRunNeeds, ending: AbortSignal): Promise<void> {
  const { transcriber, hearing, now, expectedWords } = side;
  const { callId, speaker, log } = side;
  const ended = untilAborted(ending);
  let lateMs = 0;
  try {
    const opening = transcriber.open({
      callId,
      speaker,
      now: () => now() - lateMs,
      audioType: () => hearing.pulse?.audioType,
      wantsPartials: () => hearing.awaitsPerson === true,
      wantsRereading: () => needs.wantsRereading(),
      ignoresCache: () => transcriber.recognises === 'menus' && hearing.isInMenu === true,
      ...(expectedWords === undefined ? {} : { expectedWords }),
      heard: (recognised) => needs.heard(shortened(recognised)),
      wordless: (startedAtMs, endedAtMs) => needs.wordless(startedAtMs, endedAtMs),
      missed: (why) => log.warn('a sentence of a call was not recognised', { call: callId, speaker, why }),
      failed: (reason) => {
        if (!ending.aborted) needs.failed(reason);
      },
    });
    // An engine that is still starting must not delay the end of a call.
    const recognition = await Promise.race([opening, ended]);
    if (recognition === undefined) return closeLate(opening, side);
    const leave = hearing.audio.subscribe({
      name: 'transcription',
      get wants() {
        return needs.wants();
      },
      take(frame, late) {
        lateMs = late;
        return recognition.take(frame);
      },
      miss: (frames) => recognition.miss(frames),
    });
    await ended;
    leave();
    if (needs.wantsLastWords()) await settlesWithin(recognition.finish?.() ?? Promise.resolve(), finishMs);
    await recognition.close();
  } catch (error) {
    if (!ending.aborted) needs.failed(describeError(error));
  }
}

function shortened({ text, reread, ...rest }: Utterance): Utterance {
  return {
    ...rest,
    text: text.slice(0, longestText),
    ...(reread === undefined ? {} : { reread: reread.slice(0, longestText) }),
  };
}

/** Closes an engine once it has opened. One that did not open needs no closing. */
function closeLate(opening: Promise<Recognition>, { callId, log }: HeardSide): void {
  opening
    .then(
      (late) => late.close(),
      () => undefined,
    )
    .catch((error: unknown) =>
      log.warn('a recogniser was not closed', { call: callId, why: describeError(error) }),
    );
}
