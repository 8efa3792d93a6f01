import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { SipAgent } from '../rig/sip-agent.ts';

/** A phone that does as few do: its contact leads to another host, or it answers no OPTIONS. */
export interface StrayingPhone {
  /** Whether a call went there. */
  readonly invited: () => boolean;
  stop(): Promise<void>;
}

const elsewhere = '127.0.0.2';

/**
 * Registers at 127.0.0.1.
 * @param options.parameter of its contact, in which `HOST` becomes the other host; without it the contact is right.
 */
export async function startStrayingPhone(options: {
  readonly user: string;
  readonly password: string;
  readonly registrarPort: number;
  readonly parameter?: string;
  readonly answersOptions?: boolean;
}): Promise<StrayingPhone> {
  const { user, password, registrarPort: gatewayPort, parameter = '' } = options;
  const contactParameters = parameter.replace('HOST', elsewhere);
  const phone = await SipAgent.open({ user, password, gatewayPort, contactParameters });
  delete phone.behaviours['INVITE'];
  if (options.answersOptions === false) delete phone.behaviours['OPTIONS'];
  const other = createSocket('udp4');
  other.bind(phone.port, elsewhere);
  await once(other, 'listening');
  let isInvitedElsewhere = false;
  other.on('message', (message) => {
    if (message.toString().startsWith('INVITE')) isInvitedElsewhere = true;
  });
  await phone.register();
  return {
    invited: () => isInvitedElsewhere || phone.count('INVITE') > 0,
    async stop() {
      other.close();
      await Promise.all([phone.stop(), once(other, 'close')]);
    },
  };
}
