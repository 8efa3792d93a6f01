import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Flow } from '../../src/domain/flow.ts';
import { digitsSent, flow, holding, pass, settle, withDesk } from './desk-rig.ts';

/** The call is there when it begins to say it, a second after the answer. */
function saying(text: string): Flow {
  return flow([
    { id: 'wait', type: 'WAIT', timeout: 1 },
    { id: 'say', type: 'SPEAK', text },
  ]);
}

test('text that no voice can say is reported', () =>
  withDesk(async (rig) => {
    rig.flows.push(flow([{ id: 'say', type: 'SPEAK', text: 'billing please' }]));
    await holding(rig);
    assert.equal(rig.last('service_unavailable'), {
      service: 'speech',
      reason: 'step "say": its text is not said: there is no voice here',
    });
  }));

test('a step whose sound Asterisk does not have is reported, and the greeting said instead', () =>
  withDesk(
    async (rig) => {
      rig.flows.push(saying('sound:mistyped'));
      await holding(rig);
      const [far] = rig.telephony.farLegs;
      far?.unplayable.add('sound:mistyped');
      await pass(1);
      assert.equal(
        far?.asked.filter((order) => order.startsWith('play')),
        ['play sound:mistyped', 'play sound:one-moment-please'],
      );
      assert.equal(rig.last('service_unavailable'), {
        service: 'speech',
        reason: 'step "say": its text is not said: Asterisk could not play sound:mistyped',
      });
    },
    { speech: { media: async (text) => text } },
  ));

test("the owner's key ends what a step says, the sentences that would follow too", () =>
  withDesk(
    async (rig) => {
      rig.flows.push(saying('One sentence. Another one. A third.'));
      const id = await holding(rig);
      const [far] = rig.telephony.farLegs;
      if (far !== undefined) far.sound = new Promise(() => undefined);
      await pass(1);
      const said = () => far?.asked.filter((order) => order.startsWith('play'));
      assert.is(said()?.length, 1);
      await rig.desk.sendDtmf(id, '1');
      await settle();
      assert.is(said()?.length, 1);
      assert.equal(digitsSent(rig), ['dtmf 1']);
      assert.is(rig.last('service_unavailable'), undefined);
    },
    { speech: { media: async (text) => `sound:${text.length}` } },
  ));

test.run();
