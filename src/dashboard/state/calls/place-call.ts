import { call } from '../../api/client.ts';
import type { CallMode } from '../../api/types.ts';
import { addCall } from './calls.ts';

export interface WantedCall {
  number: string;
  mode: CallMode;
  intent: string;
  flowId: string | undefined;
  device: string | undefined;
  /** Services in addition to the mode's own. */
  services: { recording: boolean; transcription: boolean };
  /** In ISO 8601; undefined: now. */
  at?: string | undefined;
  /** Whether it is placed again if it fails. */
  again?: boolean;
}

/** The reasons to call again, how often at most, and how many minutes apart. */
export const againPlan = { on: ['busy', 'no_answer', 'closed'], times: 3, minutes: 15 } as const;

/** Places or plans a call and shows it. @throws ApiError with the refusal. @returns its id. */
export async function placeCall(wanted: WantedCall, idempotencyKey: string): Promise<string> {
  const { number, mode, intent, flowId, device, services, at, again = false } = wanted;
  const common = {
    number,
    ...(intent === '' ? {} : { intent }),
    ...(flowId === undefined ? {} : { call_flow_id: flowId }),
    ...(services.recording || services.transcription ? { services } : {}),
    ...(at === undefined ? {} : { at }),
    ...(again ? { retry: { ...againPlan, on: [...againPlan.on] } } : {}),
  };
  const placed =
    mode === 'hold_slayer'
      ? await call('post', '/api/v1/calls/hold-slayer', {
          body: { ...common, ...(device === undefined ? {} : { transfer_to: device }) },
          idempotencyKey,
        })
      : await call('post', '/api/v1/calls/outbound', {
          body: { ...common, mode, ...(device === undefined ? {} : { device }) },
          idempotencyKey,
        });
  // It is placed, and the stream reports it.
  await addCall(placed.call_id).catch(() => undefined);
  return placed.call_id;
}

/** A press this soon after a call was placed belongs to the press that placed it. */
const doublePressMs = 1_500;

/**
 * The key of what one button dials: the same for a press that got no answer and is repeated, and for a double press; another one for
 * another call.
 */
export class DialKey {
  #key = newIdempotencyKey();
  #wanted: string | undefined;
  #placedAtMs: number | undefined;

  /** @param wanted what is dialled, and how. */
  of(wanted: object, nowMs: number): string {
    const asked = JSON.stringify(wanted);
    const isPlaced = this.#placedAtMs !== undefined && nowMs - this.#placedAtMs > doublePressMs;
    if (isPlaced || asked !== this.#wanted) {
      this.#key = newIdempotencyKey();
      this.#placedAtMs = undefined;
    }
    this.#wanted = asked;
    return this.#key;
  }

  placed(nowMs: number): void {
    this.#placedAtMs = nowMs;
  }
}

/** `crypto.randomUUID` is missing on plain http, which many gateways use. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `page-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
