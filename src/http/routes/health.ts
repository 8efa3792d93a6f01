import type { Middleware } from 'koa';
import type { HealthReport } from '../../contract/service.ts';
import { requireReading } from '../require-reading.ts';

export interface HealthNeeds {
  version: string;
  /** The reason calls cannot be placed; undefined while they can. */
  telephonyUnavailable(): string | undefined;
  /** Version and age of the Asterisk in use, if known. */
  asteriskRelease?(): { version?: string | undefined; ageDays?: number | undefined };
  /** The reason the trunk takes no calls; undefined while it does, and while that is unknown. */
  trunkFault?(): string | undefined;
  /** What may be wrong with the trunk, although calls are tried. */
  trunkRemark?(): string | undefined;
  /** The reason events are not being stored; undefined while they are. */
  journalFaulty(): string | undefined;
  /** Which events were dropped since the start; undefined: none. */
  journalLosses?(): string | undefined;
  /** @throws when the database does not answer. */
  pingDatabase(): Promise<void>;
  /** Number of unexpected errors the process has survived. */
  faultCount?: () => number;
  nowMs?: () => number;
}

/** `/health`, without a token: whether the service works, and nothing about calls. */
export function serveHealth(needs: HealthNeeds): Middleware {
  const currentHealth = createHealthReport(needs);
  return async (ctx, next) => {
    if (ctx.path !== '/health') return next();
    requireReading(ctx);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await currentHealth();
  };
}

/** The report behind `/health` and the MCP tool `gateway_status`; uptime counts from this call. */
export function createHealthReport(needs: HealthNeeds): () => Promise<HealthReport> {
  // A monotonic clock: the time of day may be set back after the start.
  const nowMs = needs.nowMs ?? (() => performance.now());
  const startedAtMs = nowMs();
  return () => report(needs, (nowMs() - startedAtMs) / 1000);
}

async function report(needs: HealthNeeds, uptime: number): Promise<HealthReport> {
  const { version, ageDays } = needs.asteriskRelease?.() ?? {};
  const asterisk = {
    ...part(needs.telephonyUnavailable()),
    ...(version === undefined ? {} : { version }),
    ...(ageDays === undefined ? {} : { age_days: ageDays }),
  };
  const trunk = part(needs.trunkFault?.(), needs.trunkRemark?.());
  const database = part(needs.journalFaulty() ?? (await pingFailure(needs)), needs.journalLosses?.());
  return {
    status: asterisk.ok && trunk.ok && database.ok ? 'ok' : 'degraded',
    service: 'holdfast',
    version: needs.version,
    uptime: Math.round(uptime * 1000) / 1000,
    faults: needs.faultCount?.() ?? 0,
    asterisk,
    trunk,
    database,
    surfaces: {
      rest: '/api/v1',
      events: '/ws/events',
      mcp: '/mcp/',
      auth: '/auth',
      dashboard: '/',
      openapi: '/api/v1/openapi.json',
      docs: '/api/docs',
    },
  };
}

function part(fault: string | undefined, remark?: string): { ok: boolean; detail?: string } {
  if (fault !== undefined) return { ok: false, detail: fault };
  return remark === undefined ? { ok: true } : { ok: true, detail: remark };
}

async function pingFailure(needs: HealthNeeds): Promise<string | undefined> {
  try {
    await needs.pingDatabase();
    return undefined;
  } catch {
    return 'the database does not answer';
  }
}
