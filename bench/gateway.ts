import { findFreePorts } from '../test/rig/free-ports.ts';
import type { RunningGateway } from '../test/rig/running-gateway.ts';
import { startRunningGateway } from '../test/rig/running-gateway.ts';

/** More than any benchmark opens at once, several times over: two ports for each leg. */
export const rtpPorts = 1_200;

/** The service as delivered but for its ports and limits, on a trunk of the benchmark's. */
export async function startBenchGateway(trunkPort: number): Promise<RunningGateway> {
  const rtp = await findFreePorts(rtpPorts);
  return startRunningGateway({
    trunkPort,
    environment: {
      LOG_LEVEL: 'info',
      RTP_PORT_START: String(rtp),
      RTP_PORT_END: String(rtp + rtpPorts - 1),
      MAX_CONCURRENT_CALLS: '150',
      MAX_CALLS_PER_HOUR: '10000',
      ANSWER_TIMEOUT_SECONDS: '30',
      DEVICE_RING_SECONDS: '20',
    },
  });
}
