import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Decision, DetectorEvent, DetectorOptions } from '../../src/detect/types.ts';
import { AppError } from '../../src/domain/errors.ts';
import { RemoteListener } from '../../src/media/remote-listener.ts';
import type { Command } from '../../src/media/thread-link.ts';

const decision: Decision = { state: 'person', since: 1, confidence: 0.9, reason: 'a voice' };
const person: DetectorEvent = {
  kind: 'person',
  at: 2,
  firstWordAt: 1,
  confidence: 0.9,
  reason: 'a voice',
  grade: 'likely',
};
const promptEnd: DetectorEvent = { kind: 'prompt_end', at: 2, startedAt: 1 };

function makeListener(options: DetectorOptions = {}): {
  listener: RemoteListener;
  heard: string[];
  orders: Command[];
} {
  const orders: Command[] = [];
  const heard: string[] = [];
  const listener = new RemoteListener(
    'intake_1',
    {
      command: (order) => void orders.push(order),
      request: async () => {
        throw new AppError('unavailable', 'lost');
      },
    },
    options,
    () => undefined,
  );
  listener.follow({
    heard: (events) => heard.push(...events.map(({ kind }) => kind)),
    frame: () => undefined,
    deaf: (why) => heard.push(`deaf: ${why}`),
  });
  return { listener, heard, orders };
}

const news = (events: DetectorEvent[], rejections: number) =>
  ({
    kind: 'heard',
    intake: 'intake_1',
    events,
    decision,
    newest: undefined,
    startedAtMs: 0,
    rejections,
  }) as const;

test("a person found before the owner's rejection is not reported; other findings are", () => {
  const { listener, heard } = makeListener();
  listener.open();
  listener.take(news([person], 0));
  listener.rejectPerson();
  listener.take(news([person, promptEnd], 0));
  assert.equal(heard, ['person', 'prompt_end']);
  listener.take(news([person], 1));
  assert.equal(heard, ['person', 'prompt_end', 'person']);
});

test('nobody is there from a rejection on, until a report that takes it into account', () => {
  for (const dismiss of ['rejectPerson', 'personLeft'] as const) {
    const { listener } = makeListener();
    listener.open();
    listener.take(news([person], 0));
    assert.is(listener.decision.state, 'person');
    listener[dismiss]();
    assert.is.not(listener.decision.state, 'person');
    listener.take(news([], 0));
    assert.is.not(listener.decision.state, 'person', 'a report from before');
    listener.take(news([], 1));
    assert.is(listener.decision.state, 'person');
  }
});

test('a new thread, which has heard nothing, is told of the person who is there', () => {
  const { listener, orders } = makeListener();
  const toldOf = (): unknown =>
    orders.flatMap((order) => (order.do === 'open' ? [order.detector?.person] : [])).at(-1);
  listener.open();
  assert.is(toldOf(), undefined);
  for (const grade of ['likely', 'sure'] as const) {
    listener.take(news([{ ...person, grade }], 0));
    listener.reopen();
    assert.is(toldOf(), grade);
    assert.is(listener.decision.state, 'person', 'until it says otherwise');
  }
  listener.rejectPerson();
  listener.reopen();
  assert.is(toldOf(), undefined);
  assert.is(listener.decision.state, 'unknown');
});

test('somebody whom an earlier process heard is there before anything is heard', () => {
  const { listener, orders } = makeListener({ person: 'sure' });
  assert.is(listener.decision.state, 'person');
  listener.open();
  assert.equal(orders[0], { do: 'open', intake: 'intake_1', detector: { person: 'sure' }, rejections: 0 });
});

test('nothing is created in the thread before audio is expected; a new thread gets the current state', () => {
  const { listener, orders } = makeListener();
  listener.reopen();
  assert.equal(orders, []);
  listener.setPhase('holding');
  listener.rejectPerson();
  listener.relay('everything');
  orders.splice(0);
  listener.open();
  listener.open();
  const told = [
    { do: 'open', intake: 'intake_1', detector: { person: undefined }, rejections: 1 },
    { do: 'phase', intake: 'intake_1', phase: 'holding' },
    { do: 'relay', intake: 'intake_1', demand: 'everything' },
  ];
  assert.equal(orders.splice(0), told);
  listener.reopen();
  assert.equal(orders.splice(0), told);
});

test('a detector that has failed for good is told of, and nobody is there by it any more', () => {
  const { listener, heard } = makeListener();
  listener.open();
  listener.take(news([person], 0));
  listener.take({ kind: 'deaf', intake: 'intake_1', why: 'a defect' });
  assert.equal(heard, ['person', 'deaf: a defect']);
  assert.is(listener.decision.state, 'unknown');
});

test('closed while there is no thread: the call ends all the same, and nothing more is heard', async () => {
  const { listener, heard } = makeListener();
  listener.open();
  listener.take(news([promptEnd], 0));
  const beforeMs = Date.now();
  const { endedAtMs = NaN, learned } = await listener.close();
  assert.ok(endedAtMs > beforeMs - 1_000 && endedAtMs < Date.now() + 1_000);
  assert.equal(learned, []);
  listener.take(news([person], 0));
  listener.reopen();
  assert.equal(heard, ['prompt_end']);
});

test.run();
