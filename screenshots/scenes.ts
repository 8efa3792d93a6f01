import { addPhone, addSippDevice } from '../test/rig/devices.ts';
import { CallStory } from '../test/rig/call-story.ts';
import type { RunningGateway } from '../test/rig/running-gateway.ts';
import type { World } from '../test/rig/world.ts';
import type { Album } from './album.ts';

/** Every page and state, in the order in which an owner meets them. */
export async function playEverything(album: Album, gateway: RunningGateway, world: World): Promise<void> {
  await album.takeSignedOut('sign-in', '/');
  await album.take('first-run', '/', 'main .hero0');
  await album.take('history-empty', '/calls', 'main h1');
  await album.take('flows-empty', '/flows', 'main h1');

  const { phone } = await addPhone(gateway, 'kitchen');
  world.owns(phone);
  world.owns((await addSippDevice(gateway, 'workshop', 'ring')).sipp);
  for (const flow of flows) await gateway.client.request('POST', '/api/v1/call-flows', flow);

  await album.take('home-idle', '/?new', 'main form');
  const waiting = await CallStory.place(gateway, {
    number: '+12025550108',
    company: 'Harbour Insurance',
    intent: 'the claim about the car',
  });
  await waiting.untilStatus('on_hold', 60);
  await album.take('home-live', '/', 'main h1, main h2');
  await album.take('call', `/calls/${waiting.id}`, 'main h1');
  await album.take('devices', '/devices', 'main .dv');
  await album.take('device-add', '/devices/new', 'main form');
  await album.take('flows', '/flows', 'main .fl');
  await album.take('flow-editor', '/flows/acme-billing', 'main .st');
  await album.take('settings', '/settings', 'main .set');

  const reached = await CallStory.place(gateway, { number: '+12025550120', company: 'Acme Telecom' });
  await reached.untilStatus('connected', 90);
  await album.take('connected', '/', 'main h1, main h2');
  await gateway.client.request('POST', `/api/v1/calls/${reached.id}/hangup`);
  await gateway.client.request('POST', `/api/v1/calls/${waiting.id}/hangup`);
  await album.take('history', '/calls', 'main h1');
  await album.take('hold-times', '/calls/holds', 'main h1');
  await album.take('call-over', `/calls/${reached.id}`, 'main h1');
}

const flows = [
  {
    id: 'acme-billing',
    name: 'Acme billing',
    company: 'Acme Telecom',
    phone_number: '+12025550100',
    tags: ['phone', 'bills'],
    steps: [
      { id: 'greeting', type: 'LISTEN', timeout: 30 },
      { id: 'hold-key', type: 'DTMF', dtmf: '2', description: 'an agent' },
      { id: 'queue', type: 'HOLD', timeout: 7200 },
      { id: 'owner', type: 'TRANSFER' },
    ],
  },
  {
    id: 'harbour-claims',
    name: 'Harbour claims',
    company: 'Harbour Insurance',
    phone_number: '+13125550142',
    tags: ['insurance', 'car'],
    steps: [
      { id: 'greeting', type: 'LISTEN', timeout: 30 },
      { id: 'claims', type: 'DTMF', dtmf: '1' },
      { id: 'menu', type: 'LISTEN', timeout: 20 },
      { id: 'policy', type: 'DTMF', dtmf: '00128896#', description: 'policy number' },
      { id: 'queue', type: 'HOLD', timeout: 7200 },
      { id: 'owner', type: 'TRANSFER' },
    ],
  },
];
