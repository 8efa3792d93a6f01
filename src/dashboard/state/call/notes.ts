import { type BodyOf, call } from '../../api/client.ts';
import type { LiveCall } from './live-call.ts';

/** The owner's notes on a call and whom it will ring; absent fields stay unchanged. */
export async function editCall(
  live: LiveCall,
  body: BodyOf<'patch', '/api/v1/calls/{call_id}'>,
): Promise<void> {
  live.takeView(await call('patch', '/api/v1/calls/{call_id}', { path: { call_id: live.id }, body }));
}
