import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OwnerEar } from '../../src/calls/hearing/owner-ear.ts';
import { type Listener, type ListenerSink, nobodyHeard } from '../../src/calls/listener.ts';
import { memoryLog } from '../store/fixtures.ts';
import { ScriptedLeg } from '../rig/scripted-telephony.ts';

test('once another phone has the talk, the phone before it is not heard any more, however long Asterisk takes to close its ear', async () => {
  const sinks: ListenerSink[] = [];
  let closeEar: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (closeEar = resolve));
  const ear = new OwnerEar({
    callId: 'call_1',
    telephony: { listen: async () => ({ stop: () => closed }) },
    createRelay: (): Listener => ({
      ...{ id: `relay_${sinks.length}`, decision: nobodyHeard, newest: undefined },
      follow: (sink) => void sinks.push(sink),
      setPhase: () => assert.unreachable(),
      setSpeaking: () => assert.unreachable(),
      hearWords: () => assert.unreachable(),
      rejectPerson: () => assert.unreachable(),
      personLeft: () => assert.unreachable(),
      relay: () => undefined,
      close: async () => ({ endedAtMs: undefined, learned: [] }),
    }),
    log: memoryLog(),
  });
  const heard: number[] = [];
  ear.audio.subscribe({ name: 'test', take: ([first = 0]) => void heard.push(first) });
  ear.hear(new ScriptedLeg('kitchen', 'call_1', 'device', 'up'));
  sinks[0]!.frame(Int16Array.of(1), 0);
  ear.hear(new ScriptedLeg('mobile', 'call_1', 'device', 'up'));
  sinks[0]!.frame(Int16Array.of(2), 0);
  sinks[1]!.frame(Int16Array.of(3), 0);
  assert.equal(heard, [1, 3]);
  closeEar();
  await ear.stop();
});

test.run();
