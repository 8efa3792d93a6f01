import { type BareFarEnd, openBareFarEnd } from '../attack/bare-far-end.ts';
import type { TrunkSettings } from '../../src/asterisk/leg-dialler.ts';
import type { Leg } from '../../src/calls/telephony.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { SipAgent } from '../rig/sip-agent.ts';
import { follow } from '../asterisk/stage.ts';

/** A gateway whose trunk is a user agent that does with each request what a test says. It answers calls. */
export interface CarrierStage extends AsyncDisposable {
  far: BareFarEnd;
  carrier: SipAgent;
  /** A call that the carrier has answered. */
  answeredLeg(callId: string): Promise<Leg>;
}

export async function openCarrier(settings: Partial<TrunkSettings> = {}): Promise<CarrierStage> {
  const sipPort = await findFreePorts();
  const carrier = await SipAgent.open({ user: 'carrier', gatewayPort: sipPort });
  carrier.behaviours['INVITE'] = () => ({ status: '200 OK', body: carrier.sdp() });
  const trunk = { host: `127.0.0.1:${carrier.port}`, register: false };
  const far = await openBareFarEnd({ sipPort, trunk }, undefined, settings).catch(async (error: unknown) => {
    await carrier.stop();
    throw error;
  });
  return {
    far,
    carrier,
    async answeredLeg(callId) {
      const leg = await far.telephony.dialFar(callId, '+12025550100', { timeoutSeconds: 10 });
      await follow(leg).until('answered');
      return leg;
    },
    async [Symbol.asyncDispose]() {
      await far[Symbol.asyncDispose]();
      await carrier.stop();
    },
  };
}
