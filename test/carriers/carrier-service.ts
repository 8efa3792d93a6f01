import { findFreePorts } from '../rig/free-ports.ts';
import { type RunningGateway, startRunningGateway } from '../rig/running-gateway.ts';
import { SipAgent } from '../rig/sip-agent.ts';

/** The service, with a trunk that is a user agent that does with each request what a test says. It answers calls. */
export interface CarrierService extends AsyncDisposable {
  carrier: SipAgent;
  gateway: RunningGateway;
}

export async function openCarrierService(environment: Record<string, string> = {}): Promise<CarrierService> {
  const sipPort = await findFreePorts();
  const carrier = await SipAgent.open({ user: 'carrier', gatewayPort: sipPort });
  carrier.behaviours['INVITE'] = () => ({ status: '200 OK', body: carrier.sdp() });
  const gateway = await startRunningGateway({
    trunkPort: carrier.port,
    environment: { SIP_PORT: String(sipPort), RING_EARLY: 'no', STT_ENGINE: 'none', ...environment },
  }).catch(async (error: unknown) => {
    await carrier.stop();
    throw error;
  });
  return {
    carrier,
    gateway,
    async [Symbol.asyncDispose]() {
      await gateway.stop();
      await carrier.stop();
    },
  };
}
