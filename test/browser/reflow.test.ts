import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addSippDevice } from '../rig/devices.ts';
import { writePastCalls } from '../rig/past-calls.ts';
import { follow, overflowOf, overlapsOf } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('large text and narrow windows');
const opening = PageStage.open();

/**
 * WCAG 2.2: 1.4.4, text of twice the size, here on a phone, as the browser's setting and as a style of the owner's; and 1.4.10, a window of
 * 320 px, which is one of 1280 px at 400 %.
 */
const sizes = [
  { width: 390, height: 844, textPx: 32, style: '' },
  { width: 390, height: 844, textPx: 16, style: '200%' },
  { width: 768, height: 1_024, textPx: 32, style: '' },
  { width: 320, height: 640, textPx: 16, style: '' },
] as const;

const flow = {
  id: 'harbour-claims',
  name: 'Harbour claims',
  company: 'Harbour Insurance',
  phone_number: '+12025550108',
  tags: ['insurance', 'car'],
  steps: [
    { id: 'greeting', type: 'LISTEN', timeout: 30 },
    { id: 'policy', type: 'DTMF', dtmf: '00128896#', description: 'policy number' },
    { id: 'queue', type: 'HOLD', timeout: 7200 },
    { id: 'owner', type: 'TRANSFER' },
  ],
};

/** The browser's own setting of its text, which an owner makes once. */
async function setText(page: Page, px: number): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
  await tools.detach();
}

beside(
  test,
  'no page scrolls sideways or has labels over each other with text of twice the size, nor in a window of 320 px',
  async () => {
    const stage = await opening;
    const { gateway, world } = stage;
    const { client } = gateway;
    world.owns((await addSippDevice(gateway, 'Kitchen-phone', 'ring')).sipp);
    await client.request('POST', '/api/v1/call-flows', flow);
    await client.request('POST', '/api/v1/tokens', { name: 'Home Assistant' });
    await client.request('POST', '/api/v1/webhooks', {
      name: 'Home Assistant',
      url: 'http://homeassistant.local:8123/api/webhook/holdfast',
      types: ['human_detected', 'call_ended'],
      enabled: false,
    });
    await stage.addFavourite({ label: 'Harbour Insurance', number: '+12025550108', intent: 'claims' });
    const past = {
      number: '+12025550108',
      company: 'Harbour Insurance',
      intent: 'the claim about the car',
      heard: [
        ['ivr_prompt', 30],
        ['music', 900],
      ] as const,
      talkSeconds: 300,
    };
    const agoOf = (days: number) => ({ startedAtMs: Date.now() - days * 86_400_000 });
    const pastIds = await writePastCalls(gateway.dataDir, [
      ...[3, 10, 17, 24].map((days) => ({ ...past, ...agoOf(days) })),
      // Every day of the week is there, some figures have three digits, and ten hours stay side by side on a phone.
      ...[1, 2, 3, 4, 5, 6, 7].map((days) => ({
        ...past,
        startedAtMs: new Date(Date.now() - days * 86_400_000).setHours(18, 30),
        heard: [['music', 7_300]] as const,
      })),
    ]);
    const planned = await CallStory.place(gateway, {
      number: '+12025550108',
      company: 'Later Ltd',
      at: new Date(Date.now() + 3 * 3_600_000).toISOString(),
    });
    const waiting = await CallStory.place(gateway, { number: '+12025550108', company: 'Harbour Insurance' });
    await waiting.untilStatus('on_hold');
    const page = await stage.signedIn('/');
    const pressed = (name: string) => (window: Page) =>
      window.getByRole('button', { name, exact: true }).locator('visible=true').first().click();
    const pages: readonly { at: string; sign: string; prepare?: (page: Page) => Promise<unknown> }[] = [
      { at: '/', sign: '.live' },
      {
        at: '/?new',
        sign: 'main form .when',
        prepare: (window) => window.locator('.when > summary').click(),
      },
      { at: '/calls', sign: 'main .hrow' },
      { at: '/calls/holds', sign: 'main .charts' },
      { at: `/calls/${pastIds[0]}`, sign: 'main .tl' },
      { at: `/calls/${waiting.id}`, sign: 'main .tl' },
      { at: `/calls/${planned.id}`, sign: 'main .how' },
      { at: '/flows', sign: 'main .fl' },
      { at: `/flows/${flow.id}`, sign: 'main .st' },
      { at: '/flows/new', sign: 'main .st' },
      { at: '/devices', sign: 'main .dv' },
      { at: '/devices/new', sign: 'main form' },
      { at: '/settings', sign: '#sessions .it' },
      { at: '/settings', sign: '#tokens .it', prepare: pressed('New token') },
      { at: '/settings', sign: '#webhooks .it', prepare: pressed('New webhook') },
      { at: '/nowhere', sign: 'main h1' },
    ];
    const faults: string[] = [];
    for (const { width, height, textPx, style } of sizes) {
      await page.setViewportSize({ width, height });
      await setText(page, textPx);
      await page.evaluate(`document.documentElement.style.fontSize = '${style}'`);
      for (const { at, sign, prepare } of pages) {
        await follow(page, '/nowhere');
        await follow(page, at);
        await page.locator(sign).first().waitFor({ state: 'attached' });
        await prepare?.(page);
        const found = [...(await overflowOf(page)), ...(await overlapsOf(page))];
        faults.push(...found.map((fault) => `${at}, ${width} px, text of ${textPx} px ${style}: ${fault}`));
      }
    }
    assert.equal(faults, []);
    await planned.hangUp();
    await waiting.hangUp();
    stage.assertNoComplaints();
  },
);

test.after(async () => (await opening).close());
test.run();
