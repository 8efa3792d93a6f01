import { request } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';

/** What the gateway knows of a number before it is dialled. */
export interface KnownNumber {
  formatted: string;
  country: string | null;
  company: string | null;
  flow_id: string | null;
  allowed: boolean;
  detail: string | null;
  estimate: Estimate | null;
}

/** From three earlier calls on. */
export interface Estimate {
  calls: number;
  /** Seconds on hold of each. */
  samples: number[];
  p25: number;
  p50: number;
  p75: number;
  best: { weekday: number; from: string; to: string; p50: number } | null;
}

/** Undefined when the gateway does not know. */
export async function lookUpNumber(e164: string, signal?: AbortSignal): Promise<KnownNumber | undefined> {
  try {
    return await request<KnownNumber>(`/api/v1/numbers/${encodeURIComponent(e164)}`, {
      method: 'GET',
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
