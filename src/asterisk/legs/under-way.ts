import type { Leg } from '../../calls/telephony.ts';
import { describeError } from '../../domain/errors.ts';
import type { AriRequests } from '../ari/ari-link.ts';
import type { LegContext } from './leg-channel.ts';

type UnderWay = NonNullable<Leg['underWay']>;

const everyMs = 1000;

/** The newest response to the INVITE, as Asterisk notes it for the channel: `SIP 182 Queued`. */
const responses: readonly [RegExp, UnderWay][] = [
  [/^SIP 181\b/, 'forwarded'],
  [/^SIP 182\b/, 'queued'],
];

interface Dialled {
  readonly id: string;
  /** It neither rings nor is heard: Asterisk reports all that follows. */
  isUnheardOf: () => boolean;
  take: (underWay: UnderWay) => void;
}

/** Asterisk reports no event for 181 and 182, after which a carrier need not send anything else until it answers. */
export function followResponses(leg: Dialled, { link, log }: LegContext): void {
  const look = async (): Promise<void> => {
    try {
      const response = await readResponse(link, leg.id);
      const underWay = responses.find(([pattern]) => pattern.test(response))?.[1];
      if (underWay !== undefined && leg.isUnheardOf()) leg.take(underWay);
    } catch (thrown) {
      log.debug('the response to its INVITE is unknown', { leg: leg.id, error: describeError(thrown) });
    }
    if (leg.isUnheardOf()) lookLater();
  };
  const lookLater = (): void => void setTimeout(() => leg.isUnheardOf() && void look(), everyMs).unref();
  lookLater();
}

async function readResponse(link: AriRequests, channelId: string): Promise<string> {
  const read = async (variable: string): Promise<string> =>
    (await link.request('channels.getChannelVar', { channelId, variable })).value;
  const channel = await read('HANGUPCAUSE_KEYS()');
  return channel === '' ? '' : read(`HANGUPCAUSE(${channel},tech)`);
}
