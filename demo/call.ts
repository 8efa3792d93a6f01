import { setTimeout as delay } from 'node:timers/promises';
import type { EventMessage, GatewayClient } from '../rig/gateway-client.ts';
import { tellEvent } from './story.ts';

/** How long the demo waits for the person; Acme's answers after about a minute. */
const patienceMs = 180_000;
/** How long owner and person talk before `--once` hangs up. */
const talkMs = 3_000;
const flowId = 'flow_demo_acme';

interface CallAnswer {
  call_id: string;
  status: string;
  started_at: string;
}

export interface CallToFollow {
  number: string;
  say: (line: string) => void;
  hangsUpAfterwards: boolean;
  signal: AbortSignal;
}

/**
 * Places a hold-slayer call and reports its progress. @returns whether the owner was connected.
 * @throws once the signal is aborted; the call goes on.
 */
export async function followCall(
  client: GatewayClient,
  { number, say, hangsUpAfterwards, signal }: CallToFollow,
): Promise<boolean> {
  await storeFlow(client);
  // The gateway may have other calls; those events are told apart once the call has its id.
  const early: EventMessage[] = [];
  let take = (event: EventMessage): void => void early.push(event);
  const close = await client.follow((event) => take(event));
  try {
    signal.throwIfAborted();
    say(`calling ${number}, mode hold_slayer`);
    const call = await client.request<CallAnswer>('POST', '/api/v1/calls/hold-slayer', {
      number,
      intent: 'demo: reach support',
      transfer_to: 'Demo phone',
    });
    const outcome = new Promise<boolean>((settle) => {
      take = (event) => {
        if (event.call_id !== call.call_id) return;
        const line = tellEvent(event, Date.parse(call.started_at));
        if (line !== undefined) say(line);
        if (event.type !== 'call_status') return;
        const { to } = event.data;
        if (to === 'connected') settle(true);
        if (to === 'ended' || to === 'failed') settle(false);
      };
      early.forEach(take);
    });
    const connected = await Promise.race([outcome, delay(patienceMs, false, { signal, ref: false })]);
    if (connected) say('\nconnected: the owner talks with the person.');
    else say('\nthe call did not reach a person.');
    if (hangsUpAfterwards) await hangUp(client, call.call_id, connected);
    return connected;
  } finally {
    close();
  }
}

async function hangUp(client: GatewayClient, callId: string, connected: boolean): Promise<void> {
  if (connected) await delay(talkMs);
  const call = await client.request<CallAnswer>('GET', `/api/v1/calls/${callId}`);
  if (call.status !== 'ended' && call.status !== 'failed')
    await client.request('POST', `/api/v1/calls/${callId}/hangup`);
}

/** Acme's menu: 2 is support. */
async function storeFlow(client: GatewayClient): Promise<void> {
  const { flows } = await client.request<{ flows: { id: string }[] }>('GET', '/api/v1/call-flows');
  if (flows.some((flow) => flow.id === flowId)) return;
  await client.request('POST', '/api/v1/call-flows', {
    id: flowId,
    name: 'Acme support',
    company: 'Acme',
    phone_number: '+12025550100',
    steps: [
      { id: 'menu', type: 'LISTEN', description: 'greeting and menu', timeout: 20 },
      { id: 'support', type: 'DTMF', description: 'support', dtmf: '2' },
      { id: 'queue', type: 'HOLD', description: 'wait for a person', timeout: 600 },
      { id: 'owner', type: 'TRANSFER', description: 'ring the owner' },
    ],
  });
}
