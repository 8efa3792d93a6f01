import * as assert from 'uvu/assert';
import type { EventData, EventType } from '../../src/domain/events.ts';
import type { Step } from '../../src/domain/flow.ts';
import type { CallRequest } from '../../src/calls/desk.ts';
import { createFlowDesk } from '../../src/flows/flow-desk.ts';
import { FlowLearner } from '../../src/calls/flow-learner.ts';
import type { FlowStore } from '../../src/flows/store.ts';
import type { RecognisedSpeech } from '../../src/calls/words/transcriber.ts';
import { ScriptedTranscriber } from '../rig/scripted-words.ts';
import {
  flow,
  heldCall,
  number,
  pass,
  person,
  settle,
  withDesk,
  type DeskRig,
  type RigOptions,
} from './desk-rig.ts';

export interface Scene extends DeskRig {
  callId: string;
  /** The far end says it, then is silent until the prompt counts as complete. */
  hearSaid(...utterances: string[]): Promise<void>;
  /** What was sent, over all processes. */
  digits(): string[];
  all<T extends EventType>(type: T): EventData[T][];
  words: ScriptedTranscriber;
}

/** Runs `act` on an answered call without a flow whose far end speaks from a script. */
export function exploring(
  act: (scene: Scene) => Promise<void>,
  request: Partial<CallRequest> = {},
  options: Omit<RigOptions, 'transcriber'> = {},
  recognises: RecognisedSpeech = 'speech',
): Promise<void> {
  const words = new ScriptedTranscriber(recognises);
  return withDesk(
    async (rig) => {
      const { call } = await rig.desk.place({ ...heldCall, intent: 'a wrong charge on my bill', ...request });
      await settle();
      rig.telephony.farLegs.at(-1)?.answer();
      await settle();
      const scene: Scene = Object.assign(rig, {
        callId: call.id,
        words,
        async hearSaid(...utterances: string[]) {
          for (const said of utterances) {
            words.say(said);
            await pass(1);
          }
          await pass(3);
        },
        digits: () =>
          (rig.telephony.farLegs.at(-1)?.asked ?? [])
            .filter((order) => order.startsWith('dtmf '))
            .map((order) => order.slice(5)),
        all: <T extends EventType>(type: T) =>
          rig.store.entries.flatMap(({ events }) =>
            events.filter((event) => event.type === type).map(({ data }) => data as EventData[T]),
          ),
      });
      await act(scene);
    },
    { ...options, transcriber: words },
  );
}

/** What the levels of a menu say. */
export const first = [
  'thank you for calling acme',
  'for sales press one',
  'for billing press two',
  'for repairs press three',
];
export const second = ['for your balance press one', 'to dispute a charge press to', 'to go back press star'];
export const third = ['if the charge is on this months bill press one', 'for earlier bills press too'];

const learned = () =>
  flow([
    { id: 'hear', type: 'LISTEN', timeout: 20, options: [{ match: 'billing', next_step: 'press' }] },
    { id: 'press', type: 'DTMF', dtmf: '2' },
    { id: 'queue', type: 'HOLD' },
    { id: 'owner', type: 'TRANSFER' },
  ]);

/** The same with a flow for the number that is called. */
export function following(act: (scene: Scene) => Promise<void>, steps?: Step[]): Promise<void> {
  return exploring(async (scene) => {
    scene.flows.push(steps === undefined ? learned() : flow(steps));
    await scene.desk.hangUp(scene.callId);
    const { call } = await scene.desk.place({ ...heldCall, number, intent: 'a wrong charge on my bill' });
    await settle();
    scene.telephony.farLegs.at(-1)?.answer();
    await settle();
    scene.callId = call.id;
    await act(scene);
  });
}

/** The flow desk over the flows of the scene, and what learns for it. */
export function learnerOf(scene: Scene): FlowLearner {
  const store: FlowStore = {
    list: async () => scene.flows,
    get: async (id) => scene.flows.find((one) => one.id === id),
    find: async (id) => scene.flows.find((one) => one.id === id),
    listForNumber: async () => scene.flows,
    insert: async (one, event) => {
      scene.flows.push(one);
      if (event !== undefined) await scene.store.record({ events: [event] });
    },
    replace: async (one, _version, event) => {
      if (event !== undefined) await scene.store.record({ events: [event] });
      scene.flows.splice(
        scene.flows.findIndex(({ id }) => id === one.id),
        1,
        one,
      );
      return true;
    },
    lastRuns: async () => new Map(),
    runs: async () => [],
    remove: async () => false,
  };
  return new FlowLearner({
    calls: scene.desk,
    journal: scene.store,
    flows: createFlowDesk({ store, isFlowInUse: () => false }),
  });
}

export async function reachOwner(scene: Scene): Promise<void> {
  await scene.hear(person);
  scene.telephony.deviceLegs.at(-1)?.answer();
  await settle();
  assert.is(await scene.status(scene.callId), 'connected');
  await scene.desk.hangUp(scene.callId);
}

export async function callAgain(scene: Scene): Promise<void> {
  const { call } = await scene.desk.place({ ...heldCall, number, intent: 'a wrong charge on my bill' });
  await settle();
  scene.telephony.farLegs.at(-1)?.answer();
  await settle();
  scene.callId = call.id;
}
