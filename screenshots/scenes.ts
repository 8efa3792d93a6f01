import type { Page } from 'playwright-core';
import { addPhone, addSippDevice } from '../test/rig/devices.ts';
import { CallStory } from '../test/rig/call-story.ts';
import { writePastCalls } from '../test/rig/past-calls.ts';
import type { RunningGateway } from '../test/rig/running-gateway.ts';
import type { World } from '../test/rig/world.ts';
import type { Album } from './album.ts';
import { favourites, pastCalls } from './history.ts';

/** Every page and state, in the order in which an owner meets them. */
export async function playEverything(album: Album, gateway: RunningGateway, world: World): Promise<void> {
  const { client } = gateway;
  await album.takeSignedOut('sign-in', '/');
  await album.takeSignedOut('sign-in-error', '/', async (page) => {
    await page.getByLabel('Token', { exact: true }).fill(`hf_pat_${'x'.repeat(43)}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.err').waitFor();
  });
  await album.take('first-run', '/', 'main .hero0');
  await album.take('no-page', '/nothing', 'main .card');
  await album.take('history-empty', '/calls', 'main .empty');
  await album.take('flows-empty', '/flows', 'main .empty');

  const pastIds = await writePastCalls(gateway.dataDir, pastCalls(Date.now()));
  await client.request('PUT', '/api/v1/favourites', { favourites });
  const { phone } = await addPhone(gateway, 'Kitchen-phone');
  world.owns(phone);
  world.owns((await addSippDevice(gateway, 'workshop', 'ring')).sipp);
  for (const flow of flows) await client.request('POST', '/api/v1/call-flows', flow);

  await album.take('home-idle', '/', 'main .rec');
  await album.take('refusal', '/?new', 'main form', async (page) => {
    const form = page.getByRole('form', { name: 'Place a call' });
    await form.locator('input[name="number"]').fill('+44 20 7946 0123');
    await page.getByRole('button', { name: 'Call and wait' }).locator('visible=true').first().click();
    await form.locator('.err').first().waitFor();
  });
  await album.take('plan', '/?new', 'main form', fillPlan);
  await album.take('plan-past', '/?new', 'main form', async (page) => {
    await fillPlan(page);
    await page.getByLabel('Time', { exact: true }).fill('00:00');
    await page.getByLabel('Day').fill((await page.getByLabel('Day').getAttribute('min')) ?? '');
    await page.getByRole('button', { name: 'Plan the call' }).locator('visible=true').first().click();
    await page.locator('main form .err').waitFor();
  });
  const planOne = async (page: Page) => {
    await fillPlan(page);
    await page.getByRole('button', { name: 'Plan the call' }).locator('visible=true').first().click();
    await page.locator('.banner', { hasText: 'Planned' }).waitFor();
  };
  // In each window, it is the only one.
  await album.take('plan-made', '/?new', 'main form', planOne, () => cancelPlanned(gateway));
  await cancelPlanned(gateway);
  const planned = await CallStory.place(gateway, {
    number: '+12025550171',
    company: 'Atlas Airways',
    intent: 'Move the Lisbon flight to Friday',
    at: new Date(Date.now() + 3 * 3_600_000).toISOString(),
  });
  await album.take('home-planned', '/', 'main .planned');
  await album.take('call-planned', `/calls/${planned.id}`, 'main .how');
  await planned.hangUp();
  await takeHindered(album);

  const waiting = await CallStory.place(gateway, {
    number: '+12025550108',
    company: 'Harbour Insurance',
    intent: 'the claim about the car',
  });
  await waiting.untilStatus('on_hold', 60);
  await client.request('PATCH', `/api/v1/calls/${waiting.id}`, { facts });
  await album.take('devices', '/devices', 'main .dv');
  await album.take('device-add', '/devices/new', 'main form');
  await album.take('device-add-number', '/devices/new', 'main form', async (page) => {
    await page.getByText('A phone number').click();
    await page.getByLabel('Name').fill('My mobile');
    await page.getByRole('textbox', { name: 'Number' }).fill('+1 202 555 0142');
    await page.getByLabel('must press 1').and(page.locator(':checked')).waitFor();
  });
  await album.take('flows', '/flows', 'main .fl');
  await album.take('flow-editor', '/flows/acme-billing', 'main .st');
  await album.take('flow-new', '/flows/new', 'main .st.fault');
  await album.take('settings', '/settings', 'main .parts .part:nth-child(4)');
  // Without the banner of a page whose `/auth/me` was not answered: this one shows its call all the same.
  await album.take('call', `/calls/${waiting.id}`, 'body:not(:has(.connection)) main .story li');
  await album.take('home-live', '/', 'main .live .vu');
  await album.take('hang-up', undefined, 'dialog[open]', async (page) => {
    // Before two minutes of hold nothing is asked.
    await page.locator('.clock b', { hasText: /^[2-9]:/ }).waitFor({ timeout: 150_000 });
    await page.getByRole('button', { name: 'Hang up' }).locator('visible=true').first().click();
  });

  const reached = await CallStory.place(gateway, {
    number: '+12025550120',
    company: 'Acme Telecom',
    intent: 'Double charge in October',
    transfer_to: 'workshop',
    services: { recording: true, transcription: true },
  });
  await album.take('home-two', '/', 'main .compact');
  await reached.until('device_ringing', 90);
  await album.take('person', undefined, 'dialog.take[open]');
  await album.take('person-bar', undefined, '.person-bar', (page) =>
    page.getByRole('button', { name: 'Make small' }).click(),
  );
  await client.request('POST', `/api/v1/calls/${reached.id}/transfer`, { device: 'Kitchen-phone' });
  await reached.untilStatus('connected', 60);
  await album.take('connected', '/', 'main .talk');
  await album.take('connected-keypad', undefined, 'main .keypad', (page) =>
    page.locator('.pad-b', { hasText: 'Keypad' }).click(),
  );
  await client.request('POST', `/api/v1/calls/${reached.id}/hangup`);
  await album.take('ended', undefined, 'main .over');
  await reached.until('recording_stopped', 60);
  await album.take('call-over', `/calls/${reached.id}`, 'main .wave');
  await album.eachPage((page) => page.emulateMedia({ media: 'print' }));
  await album.take('call-print', undefined, 'main .story li');
  await album.eachPage((page) => page.emulateMedia({ media: null, forcedColors: 'active' }));
  await album.take('call-forced-colors', undefined, 'main .story li');
  await album.take('home-live-forced-colors', '/', 'main .live .vu');
  await album.eachPage((page) => page.emulateMedia({ forcedColors: null }));
  await album.take('history', '/calls', 'main .hrow');
  await album.take('call-forgotten', `/calls/${pastIds[0] ?? ''}`, 'main .story-room');
  const busy = await CallStory.place(gateway, {
    number: '+12025550101',
    company: longName,
    intent: longName,
  });
  await busy.untilOver();
  await album.take('call-failed', `/calls/${busy.id}`, 'main .how');
  await album.take('hold-times', '/calls/holds', 'main .charts');

  await album.take('home-live-back', '/', 'main .live .vu');
  await album.eachPage(async (page) => {
    await page.goto('/');
    await page.locator('main .live .vu').waitFor({ state: 'attached' });
  });
  process.kill(gateway.pid, 'SIGKILL');
  await gateway.untilGone();
  await album.take('offline', undefined, '.connection');
  await album.take('offline-devices', undefined, 'main .dv, main .empty', (page) =>
    page.getByRole('link', { name: 'Devices' }).locator('visible=true').first().click(),
  );
  await gateway.start();
  await album.take('home-live-back', '/', 'main .live .vu');
  await client.request('POST', `/api/v1/calls/${waiting.id}/hangup`);
  const { sessions } = await client.request<{ sessions: { id: string }[] }>('GET', '/api/v1/sessions');
  for (const { id } of sessions) await client.request('DELETE', `/api/v1/sessions/${id}`);
  await album.take('session-over', undefined, 'dialog[open]');
}

/** The form of a new call, with a time. */
async function fillPlan(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Place a call' });
  await form.locator('[name="number"]').fill('+1 202 555 0171');
  await form.locator('[name="intent"]').fill('Move the Lisbon flight to Friday');
  await form.locator('.when > summary').click();
  await form.getByText('Later', { exact: true }).click();
  await form.getByRole('switch', { name: /^Call again/ }).click();
}

async function cancelPlanned({ client }: RunningGateway): Promise<void> {
  const { calls } = await client.request<{ calls: { call_id: string }[] }>(
    'GET',
    '/api/v1/calls?state=scheduled',
  );
  for (const { call_id: id } of calls) await client.request('POST', `/api/v1/calls/${id}/hangup`);
}

const longName = 'The Amalgamated Society of Reinsurers, Underwriters and Adjusters of Northern Rotterdam';

const facts = [
  { label: 'Claim', value: '88-1042, paid 9 Nov, 412 of 640' },
  { label: 'Policy', value: '77 12 04 96' },
  { label: 'Ask', value: 'Breakdown of the part that was refused' },
];

/** What the page shows while answers are on their way, and when the gateway says that it cannot; all are said for it here. */
async function takeHindered(album: Album): Promise<void> {
  const calls = '**/api/v1/calls?*';
  await album.take('loading', '/', '.sk', undefined, (page) => page.route(calls, () => undefined));
  await album.eachPage((page) => page.unroute(calls));
  const health = {
    status: 'degraded',
    version: '0.1.0',
    asterisk: { ok: false, detail: 'nothing answers at 127.0.0.1:8088' },
    database: { ok: true },
  };
  await album.take('error', '/', '.banner.bad', undefined, (page) =>
    page.route('**/health', (route) => route.fulfill({ json: health })),
  );
  await album.eachPage((page) => page.unroute('**/health'));
  const tooMany = { status: 429, headers: { 'retry-after': '40' }, json: { detail: 'too many requests' } };
  await album.take('refused', '/', '.connection', undefined, (page) =>
    page.route('**/auth/me', (route) => route.fulfill(tooMany)),
  );
  await album.eachPage((page) => page.unroute('**/auth/me'));
  const unready = { status: 503, json: { detail: 'Asterisk does not answer' } };
  await album.take('unready', '/?new', 'main form', async (page) => {
    await page.route('**/calls/hold-slayer', (route) => route.fulfill(unready));
    await page.locator('input[name="number"]').fill('+1 202 555 0108');
    await page.getByRole('button', { name: 'Call and wait' }).locator('visible=true').first().click();
    await page.locator('main form .err').waitFor();
    await page.unroute('**/calls/hold-slayer');
  });
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
