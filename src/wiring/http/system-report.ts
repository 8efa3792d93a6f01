import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { noTrunk } from '../../calls/telephony.ts';
import type { Config } from '../../config/config.ts';
import type { HealthReport, SpendingView } from '../../contract/service.ts';
import type { SystemView } from '../../contract/system.ts';
import { registrars } from '../network/own-hosts.ts';

export interface SystemNeeds {
  config: Config;
  health(): Promise<HealthReport>;
  spending(): SpendingView;
  trunkFault(): string | undefined;
  trunkIsReachable(): boolean | undefined;
  trunkIsRegistered(): boolean | undefined;
}

export function createSystemReport(needs: SystemNeeds): () => Promise<SystemView> {
  const {
    trunk,
    policy,
    dataDir,
    maxCallMinutes,
    deviceRingSeconds,
    ringStrategy,
    eventKeepDays,
    recording,
    transcription,
  } = needs.config;
  return async () => {
    const [{ version, asterisk, database }, disk] = await Promise.all([
      needs.health(),
      measureDisk(dataDir).catch(() => null),
    ]);
    const { calls_last_hour, limits } = needs.spending();
    const reachable = trunk === undefined ? null : (needs.trunkIsReachable() ?? null);
    const registered = trunk?.register === true ? (needs.trunkIsRegistered() ?? null) : null;
    return {
      version,
      asterisk: {
        ok: asterisk.ok,
        ...(asterisk.detail === undefined ? {} : { detail: asterisk.detail }),
        ...(asterisk.version === undefined ? {} : { version: asterisk.version }),
      },
      trunk: {
        configured: trunk !== undefined,
        host: trunk?.host ?? null,
        transport: trunk?.transport ?? null,
        registers: trunk?.register ?? false,
        registered,
        reachable,
        detail: needs.trunkFault() ?? trunkDetail(trunk?.host, { reachable, registered }),
      },
      sip: { servers: registrars(needs.config) },
      database,
      disk,
      events: { keep_days: eventKeepDays },
      recordings: { keep_days: recording.keepDays, max_size: recording.maxBytes },
      transcription: { engine: transcription.engine === 'none' ? null : transcription.engine },
      policy: {
        allowed_countries: limits.allowed_countries,
        blocked_number_types: [...policy.blockedNumberTypes],
        blocked_prefixes: [...policy.blockedPrefixes],
        allowed_prefixes: [...policy.allowedPrefixes],
        max_concurrent_calls: limits.max_concurrent_calls,
        max_calls_per_hour: limits.max_calls_per_hour,
        max_calls_per_day: limits.max_calls_per_day,
        max_minutes_per_day: limits.max_minutes_per_day,
        max_call_minutes: maxCallMinutes,
        calls_in_last_hour: calls_last_hour,
      },
      device_ring_seconds: deviceRingSeconds,
      ring_strategy: ringStrategy,
    };
  };
}

function trunkDetail(
  host: string | undefined,
  { reachable, registered }: Pick<SystemView['trunk'], 'reachable' | 'registered'>,
): string | null {
  if (host === undefined) return noTrunk;
  if (reachable === false) return `${host} does not answer when asked; calls are tried all the same`;
  return registered === false
    ? `the trunk ${host} does not accept the registration, or does not answer it: are TRUNK_USERNAME and TRUNK_PASSWORD right? ` +
        'It is tried again, and DATA_DIR/asterisk/log/asterisk.log has what it answered'
    : null;
}

async function measureDisk(folder: string): Promise<{ used: number; limit: number }> {
  const [used, { bavail, bsize }] = await Promise.all([sizeOf(folder), statfs(folder)]);
  return { used, limit: used + bavail * bsize };
}

/** A file that disappears in the meantime is not counted. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
        return found?.size ?? 0;
      }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
