import type { CallView, StreamEvent } from '../../src/dashboard/api/types.ts';
import { LiveCall } from '../../src/dashboard/state/call/live-call.ts';

/** A call as the page is told of it. */

export const startedMs = Date.UTC(2026, 10, 22, 14, 2, 0);
export const at = (seconds: number) => new Date(startedMs + seconds * 1000).toISOString();

export function viewOf(more: Partial<CallView>): CallView {
  return {
    call_id: 'call_1',
    event_id: 10,
    status: 'trying',
    number: '+12025550100',
    mode: 'hold_slayer',
    duration: 0,
    hold_time: 0,
    talk_time: 0,
    audio_type: 'unknown',
    started_at: at(0),
    connected_at: null,
    ended_at: null,
    ...more,
  } as CallView;
}

let nextId = 11;
export const event = (seconds: number, type: string, data: object, id = nextId++): StreamEvent =>
  ({ id, type, call_id: 'call_1', timestamp: at(seconds), data }) as unknown as StreamEvent;

export const aLiveCall = (more: Partial<CallView> = {}): LiveCall => new LiveCall(viewOf(more));
