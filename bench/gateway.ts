import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PhoneCompany, startPhoneCompany } from '../rig/phone-company/phone-company.ts';
import { readLiveRecord } from '../src/embedded/asterisk-process.ts';
import { gatewayFolders } from '../src/embedded/gateway.ts';
import { isRunning, signalProcess } from '../src/embedded/running-process.ts';
import { findFreePorts } from '../test/rig/free-ports.ts';
import type { RunningGateway } from '../test/rig/running-gateway.ts';
import { startRunningGateway } from '../test/rig/running-gateway.ts';
import type { Stage } from './bench.ts';

/** More than any benchmark opens at once, several times over: two ports for each leg. */
const rtpPorts = 1_200;

export interface BenchGateway extends RunningGateway {
  readonly asteriskPid: number;
}

/**
 * The trunk of a benchmark, which carries as many calls as the gateway; it ends with the stage.
 * @param dialplanIn returns what is added to its dialplan; its files go into the given folder.
 */
export async function startBenchCompany(
  stage: Stage,
  dialplanIn?: (folder: string) => Promise<string>,
): Promise<PhoneCompany> {
  const dir = await mkdtemp(path.join(tmpdir(), 'hf-co-'));
  stage.atEnd(() => rm(dir, { recursive: true, force: true }));
  const rtp = await findFreePorts(rtpPorts);
  return stage.owns(
    await startPhoneCompany({
      dir,
      sipPort: await findFreePorts(),
      rtpPortStart: rtp,
      rtpPortEnd: rtp + rtpPorts - 1,
      trunkUsername: 'gateway',
      trunkPassword: 'trunk-password',
      dialplan: (await dialplanIn?.(path.join(dir, 'spoken'))) ?? '',
      progress: () => undefined,
    }),
  );
}

/** The service as delivered except for its ports and limits, on the benchmark's trunk; it ends with the stage. */
export async function startBenchGateway(
  stage: Stage,
  trunkPort: number,
  environment: Record<string, string> = {},
): Promise<BenchGateway> {
  const rtp = await findFreePorts(rtpPorts);
  const gateway = await startRunningGateway({
    trunkPort,
    environment: {
      LOG_LEVEL: 'info',
      RTP_PORT_START: String(rtp),
      RTP_PORT_END: String(rtp + rtpPorts - 1),
      MAX_CONCURRENT_CALLS: '150',
      MAX_CALLS_PER_HOUR: '10000',
      ANSWER_TIMEOUT_SECONDS: '30',
      DEVICE_RING_SECONDS: '20',
      ...environment,
    },
  });
  const record = await readLiveRecord(gatewayFolders(gateway.dataDir).recordFile);
  stage.atEnd(async () => {
    await gateway.stop();
    // An app that had to be killed has left its Asterisk to the next start, which never comes.
    if (record !== undefined && isRunning(record.process)) signalProcess(record.process, 'SIGKILL');
  });
  return Object.assign(gateway, { asteriskPid: record?.process.pid ?? 0 });
}
