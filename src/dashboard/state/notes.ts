import { request } from '../api/client.ts';
import type { CallView } from '../api/types.ts';
import { takeView } from './calls.ts';

/** What the owner writes about a call. */

export async function saveNote(callId: string, note: string): Promise<void> {
  await patch(callId, { note });
}

export async function saveFacts(
  callId: string,
  facts: readonly { label: string; value: string }[],
): Promise<void> {
  await patch(callId, { facts });
}

async function patch(callId: string, body: object): Promise<void> {
  takeView(
    await request<CallView>(`/api/v1/calls/${encodeURIComponent(callId)}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}
