import type { Leg, Telephony } from '../telephony.ts';

/** Asterisk's own limit, for when the app is away: how long a queue that has not answered may last. */
export const queueSeconds = 1800;
/** How long after a gap in the events Asterisk has certainly reported the state of the leg. */
const settledSeconds = 5;

export interface AnswerLimit {
  /** For a far end that rings. */
  answerSeconds: number;
  telephony: Pick<Telephony, 'upSinceMs'>;
  /** Whether the far end has played hold music. */
  hearsQueue: () => boolean;
  giveUp: () => void;
}

/**
 * Gives up a far end that nobody answers. Some companies keep callers in their queue before they answer, so that waiting costs nothing:
 * while one plays music, or the network says that the call is queued, it waits there. While Asterisk is away, it is not known whether
 * somebody has answered.
 */
export function limitAnswer(far: Leg, { answerSeconds, telephony, hearsQueue, giveUp }: AnswerLimit): void {
  let isSettled = true;
  let timer: NodeJS.Timeout | undefined;
  const lookIn = (seconds: number, isLast: boolean): void => {
    timer = setTimeout(() => look(isLast), seconds * 1000).unref();
  };
  const look = (isLast: boolean): void => {
    const wasSettled = isSettled;
    isSettled = telephony.upSinceMs() !== undefined;
    if (far.state === 'up' || far.state === 'gone') return;
    if (!isSettled || !wasSettled) lookIn(settledSeconds, isLast);
    else if (!isLast && (far.underWay === 'queued' || hearsQueue()))
      lookIn(queueSeconds - answerSeconds, true);
    else giveUp();
  };
  if (far.state === 'up') return;
  lookIn(answerSeconds, false);
  far.subscribe((event) => (event.kind === 'answered' || event.kind === 'gone') && clearTimeout(timer));
}
