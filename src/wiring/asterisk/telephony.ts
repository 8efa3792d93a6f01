import { type AsteriskSide, createTelephony } from '../../asterisk/index.ts';
import { withTimeLimit } from '../../async/time-limit.ts';
import type { CallRegister } from '../../calls/call-register.ts';
import type { Journal } from '../../calls/store.ts';
import type { Telephony } from '../../calls/telephony.ts';
import { untilConnected } from '../../calls/waiting.ts';
import type { Config } from '../../config/config.ts';
import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import type { SipFiles } from '../../sip/sip-files.ts';
import { SipUpkeep } from '../../sip/upkeep.ts';
import type { AsteriskAccess } from './asterisk-choice.ts';
import { watchGateway } from './gateway-watch.ts';
import { watchForHang } from './hang-watch.ts';
import { checkTrunk } from './sip-files.ts';
import type { Shutdown } from '../process/shutdown.ts';

/** After this the service starts without Asterisk, says so in /health and keeps trying. */
const connectPatienceMs = 10_000;

export interface Line extends AsteriskSide {
  /** Why the trunk cannot be reached, if that is known. */
  trunkFault(): string | undefined;
}

/** Connects to the chosen Asterisk; if it is our own, waits until it is connected. */
export async function openTelephony({
  config,
  asterisk,
  sipFiles,
  shutdown,
  signal,
  log,
}: {
  config: Config;
  asterisk: AsteriskAccess;
  sipFiles: SipFiles | undefined;
  shutdown: Shutdown;
  signal: AbortSignal;
  log: Log;
}): Promise<Line> {
  const { embedded } = asterisk;
  const check = checkTrunk(config, log);
  const trunkFault = (): string | undefined => check?.fault;
  const line = await createTelephony({
    ...asterisk.ari,
    media: asterisk.media,
    trunk: {
      configured: config.trunk !== undefined,
      callerId: config.callerId,
      transport: config.trunk?.transport,
      numberFormat: config.trunk?.numberFormat,
      fault: trunkFault,
    },
    runCli:
      embedded !== undefined && config.trunk?.register === true
        ? (command) => embedded.runCli(command)
        : undefined,
    mediaEncryption: { trunk: config.trunk?.mediaEncryption ?? 'none', devices: config.sip.mediaEncryption },
    log,
  });
  shutdown.add('telephony', () => line.close());
  if (check !== undefined) shutdown.add('check of the trunk', check.follow(line.trunk));
  if (sipFiles !== undefined) {
    const upkeep = new SipUpkeep({
      files: sipFiles,
      async reload() {
        await line.reloadSip();
        await line.registration.renew(); // the external address may be another one
      },
      reloadAtFirst: asterisk.hasOlderSipFiles,
      log,
    });
    upkeep.follow(line.telephony);
    shutdown.add('SIP files', () => void upkeep.stop());
  }
  if (embedded !== undefined) {
    await awaitConnection(line.telephony, signal);
    shutdown.add('hang watch', watchForHang({ telephony: line.telephony, asterisk: embedded, log }));
  }
  return { ...line, trunkFault };
}

/**
 * Our own Asterisk has booted, so "ready" should mean ready to dial, even if the first attempt failed on a busy machine. Never rejects:
 * after a while, or when the start is aborted, it is not waited for any more.
 */
async function awaitConnection(telephony: Telephony, signal: AbortSignal): Promise<void> {
  await withTimeLimit(signal, connectPatienceMs, (limit) => untilConnected(telephony, limit)).catch(
    () => undefined,
  );
}

/** Records whenever Asterisk or the trunk becomes available or unavailable. @returns the function that ends it. */
export function watchLine(
  { telephony, trunk, registration }: Pick<AsteriskSide, 'telephony' | 'trunk' | 'registration'>,
  { hasTrunk, journal, log }: { hasTrunk: boolean; journal: Pick<Journal, 'record'>; log: Log },
): () => void {
  return watchGateway({
    status() {
      const isUp = telephony.upSinceMs() !== undefined;
      const isThere = registration.isRegistered === false ? false : trunk.isReachable;
      return { asterisk: isUp, trunk: isUp && hasTrunk ? (isThere ?? null) : null };
    },
    sources: [
      (changed) => telephony.onConnection(() => changed()),
      (changed) => trunk.onChange(changed),
      (changed) => registration.onChange(changed),
    ],
    journal,
    log,
  });
}

/** Removes what belongs to no call, on every connection to Asterisk. @returns the function that ends it. */
export function sweepOnConnection(
  telephony: Telephony,
  register: Pick<CallRegister, 'sweep'>,
  log: Log,
): () => void {
  const sweep = (): void =>
    void register
      .sweep()
      .catch((error: unknown) => log.error('leftovers were not removed', { error: describeError(error) }));
  if (telephony.upSinceMs() !== undefined) sweep();
  return telephony.onConnection(({ connected }) => connected && sweep());
}
