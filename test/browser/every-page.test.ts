import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addSippDevice } from '../rig/devices.ts';
import { assertFingersHit, assertLooksRight, follow } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('every page');
const opening = PageStage.open();

const markup = '<img src=x onerror="window.broken=true">';
/** Words as long as German makes them. */
const flow = {
  id: 'acme-billing',
  name: 'Rechnungsbestätigungsangelegenheiten',
  company: 'Acme Telekommunikationsgesellschaft',
  phone_number: '+12025550100',
  tags: ['Donaudampfschifffahrtsgesellschaftskapitänsmütze'],
  steps: [
    { id: 'greeting', type: 'LISTEN', timeout: 30 },
    { id: 'key', type: 'DTMF', dtmf: '2', description: 'Rechtsschutzversicherungsgesellschaften' },
    { id: 'queue', type: 'HOLD', timeout: 7200 },
    { id: 'owner', type: 'TRANSFER' },
  ],
};

beside(
  test,
  'has nothing that axe finds and no sideways scrolling, with words as long as German makes them',
  async () => {
    const stage = await opening;
    const { gateway, world } = stage;
    world.owns((await addSippDevice(gateway, 'Telefonanschlussdose-im-Arbeitszimmer', 'ring')).sipp);
    const { client } = gateway;
    await client.request('POST', '/api/v1/call-flows', flow);
    await client.request('POST', '/api/v1/call-flows', {
      ...flow,
      id: 'markup',
      name: markup,
      company: markup,
      tags: [markup],
    });
    await client.request('POST', '/api/v1/tokens', { name: markup });
    await client.request('POST', '/api/v1/webhooks', {
      name: markup,
      url: 'https://example.com/hook',
      types: ['call_ended'],
      enabled: false,
    });
    await stage.addFavourite({ label: markup, number: '+12025550108', intent: markup });
    const call = await CallStory.place(gateway, {
      number: '+12025550108',
      company: flow.company,
      call_flow_id: flow.id,
      intent: 'Kraftfahrzeughaftpflichtversicherungsschadensmeldung',
    });
    await client.request('PATCH', `/api/v1/calls/${call.id}`, {
      facts: [{ label: 'Kraftfahrzeughaftpflichtversicherungsnr', value: flow.tags[0] }],
    });
    const page = await stage.signedIn('/');
    await call.untilStatus('on_hold');
    const pages = [
      ['/', '.live'],
      ['/calls', 'main .filters, main .empty'],
      ['/calls/holds', 'main h1'],
      [`/calls/${call.id}`, 'main .tl'],
      ['/flows', 'main .fl'],
      [`/flows/${flow.id}`, 'main .st'],
      ['/devices', 'main .dv'],
      ['/devices/new', 'main form'],
      ['/settings', 'main .set'],
      ['/nowhere', 'main h1'],
    ] as const;
    for (const [address, sign] of pages) {
      await follow(page, address);
      await page.locator(sign).first().waitFor({ state: 'attached' });
      if (address === '/settings')
        await page
          .locator('.toc [aria-current]')
          .filter({ hasText: /^Gateway$/ })
          .waitFor();
      await assertLooksRight(page, address);
      await page.setViewportSize({ width: 360, height: 780 });
      await assertFingersHit(page, address);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    const lost = await page.goto('/nowhere/at/all');
    assert.is(lost?.status(), 404);
    await page.getByRole('heading', { name: 'There is no page here' }).filter({ visible: true }).waitFor();
    await page.getByRole('link', { name: 'Back to Now' }).click();
    await page.locator('.live').first().waitFor();
    // Cut off in the middle of a character.
    await page.goto('/calls/%E0%A4');
    await page.getByRole('heading', { name: 'There is no page here' }).filter({ visible: true }).waitFor();
    await call.hangUp();
    await follow(page, '/?new');
    await page.getByText(markup).filter({ visible: true }).first().waitFor();
    assert.is(await page.evaluate('window.broken'), undefined, 'markup stays text');
    await page
      .getByRole('switch', { name: 'Transcribe it no recogniser is set up', disabled: true })
      .waitFor();
    stage.assertNoComplaints();
  },
);

test.after(async () => (await opening).close());
test.run();
