import type { Leg } from '../../calls/telephony.ts';
import { describeError } from '../../domain/errors.ts';
import type { LegContext } from './leg-channel.ts';

/** What Asterisk notes of the responses to an INVITE. */
export type Response = NonNullable<Leg['underWay']> | 'early_media';

const everyMs = 1000;

/** As it is noted for the channel: `SIP 182 Queued`. */
const responses: readonly [RegExp, Response][] = [
  [/^SIP 181\b/, 'forwarded'],
  [/^SIP 182\b/, 'queued'],
  [/^SIP 183\b/, 'early_media'],
];

interface Dialled {
  readonly id: string;
  /** It neither rings nor is heard: Asterisk reports all that follows. */
  isUnheardOf: () => boolean;
  take: (response: Response) => void;
}

/** Asterisk reports no event for 181 and 182, after which a carrier need not send anything else until it answers. */
export function followResponses(leg: Dialled, context: LegContext): void {
  const look = async (): Promise<void> => {
    const response = await newestResponse(leg.id, context);
    if (response !== undefined && leg.isUnheardOf()) leg.take(response);
    if (leg.isUnheardOf()) lookLater();
  };
  const lookLater = (): void => void setTimeout(() => leg.isUnheardOf() && void look(), everyMs).unref();
  lookLater();
}

/** The newest response to the INVITE of a channel, if it is one of those that matter. Never rejects. */
export async function newestResponse(
  channelId: string,
  { link, log }: LegContext,
): Promise<Response | undefined> {
  const read = async (variable: string): Promise<string> =>
    (await link.request('channels.getChannelVar', { channelId, variable })).value;
  try {
    const channel = await read('HANGUPCAUSE_KEYS()');
    const noted = channel === '' ? '' : await read(`HANGUPCAUSE(${channel},tech)`);
    return responses.find(([pattern]) => pattern.test(noted))?.[1];
  } catch (thrown) {
    log.debug('the response to its INVITE is unknown', { leg: channelId, error: describeError(thrown) });
    return undefined;
  }
}
