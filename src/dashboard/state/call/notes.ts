import { type BodyOf, call } from '../../api/client.ts';
import { takeView } from '../calls/calls.ts';

/** The owner's notes on a call and whom it will ring; absent fields stay unchanged. */
export async function editCall(
  callId: string,
  body: BodyOf<'patch', '/api/v1/calls/{call_id}'>,
): Promise<void> {
  takeView(await call('patch', '/api/v1/calls/{call_id}', { path: { call_id: callId }, body }));
}
