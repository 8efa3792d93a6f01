import type { AriLink } from './ari-link.ts';
import type { LegChannel } from './leg-channel.ts';

/**
 * Asterisk keeps the far end of a talk up when the phone hangs up, for the app to decide. While no app is there, nobody would: the
 * far end heard comfort noise until its limit. So the phone's channel gets a hangup handler (`talk-over` in extensions.conf), which hangs up
 * the far end unless an app is there, or did it.
 */
const variable = 'CHANNEL(hangup_handler_push)';

/** Q.850 cause 31, normal and unspecified, of a phone that the app hangs up; who hangs up himself sends 16. The handler knows it. */
export const hungUpByApp = '31';

/** @param farId the channel of the far end. @throws AppError */
export async function endTogether(
  phone: LegChannel,
  farId: string,
  link: Pick<AriLink, 'request'>,
): Promise<void> {
  const { name } = await link.request('channels.get', { channelId: farId });
  await phone.order('channels.setChannelVar', { variable, value: `talk-over,s,1(${name})` });
}
