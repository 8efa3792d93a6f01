import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CallRequest } from '../../src/calls/desk.ts';
import type { Call } from '../../src/domain/call.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import { type DeskRig, digitsSent, flow, heldCall, pass, person, settle, withDesk } from './desk-rig.ts';

const music = { kind: 'hold', at: 3, audioClass: 'music', confidence: 0.9 } as const;
const stillThere = { state: 'person', since: 1, confidence: 0.9, reason: '' } as const;

/** The process is killed after so many writes. @returns whether it was, by now. */
function killAfter({ store, telephony }: DeskRig, writes: number): { isKilled: boolean; record: () => void } {
  const record = store.record.bind(store);
  const kill = { isKilled: false, record: () => void (store.record = record) };
  const never = (): Promise<never> => new Promise(() => undefined);
  let left = writes;
  store.record = (entry) => {
    if (left-- > 0) return record(entry);
    kill.isKilled = true;
    for (const leg of [...telephony.farLegs, ...telephony.deviceLegs])
      Object.assign(leg, { sendDtmf: never, play: never, hangUp: never, sendSilence: never });
    return never();
  };
  return kill;
}

/** The next process finds the channels of the one before. */
async function restart(rig: DeskRig, callId: string): Promise<void> {
  const { farLegs, deviceLegs } = rig.telephony;
  const [far, device] = [farLegs.at(-1), deviceLegs.findLast(({ state }) => state !== 'gone')];
  const found = await rig.restart(callId, { far: far?.state === 'gone' ? undefined : far, device });
  if (found.far !== undefined) farLegs.splice(-1, 1, found.far);
  if (found.device !== undefined) deviceLegs.splice(deviceLegs.indexOf(device!), 1, found.device);
}

/** A second of a call that rings, has a menu and a queue, is answered by a person, and is taken by the owner. */
async function live(rig: DeskRig, call: Call, lived: Map<string, number>): Promise<void> {
  const lasts = (what: string, is: boolean): number => {
    lived.set(what, is ? (lived.get(what) ?? 0) + 1 : 0);
    return lived.get(what) ?? 0;
  };
  const { farLegs, deviceLegs, ears } = rig.telephony;
  const [far, device] = [farLegs.at(-1), deviceLegs.findLast(({ state }) => state !== 'gone')];
  const dials = lasts('dials', far !== undefined);
  if (far?.state === 'dialling' && dials > 1) far.ring();
  else if (far?.state === 'ringing' && dials > 3) far.answer();
  const rings = lasts('rings', device !== undefined);
  if (device?.state === 'dialling') device.ring();
  else if (device?.state === 'ringing' && rings > 3) device.answer();
  if (lasts('talks', call.status === 'connected') > 8) far?.end();
  if (call.mode !== 'hold_slayer' || far?.state !== 'up' || ears.size === 0) return;
  const waits = lasts('waits', device === undefined && (digitsSent(rig).length > 0 || dials > 40));
  if (waits === 3) await rig.hear(music);
  if (waits % 10 !== 0 || waits === 0) return;
  rig.listeners.at(-1)!.decision = stillThere;
  await rig.hear(person);
}

/** Lets a call live until it is over, with a kill on the way. @returns whether there was one. */
async function liveThrough(rig: DeskRig, request: Partial<CallRequest>, writes: number): Promise<boolean> {
  const kill = killAfter(rig, writes);
  await rig.desk.place({ ...heldCall, ...request });
  await settle();
  const [id = ''] = rig.store.calls.keys();
  const lived = new Map<string, number>();
  let wasKilled = false;
  for (let seconds = 0; rig.store.calls.get(id)?.endedAtMs === null && seconds < 300; seconds++) {
    if (kill.isKilled && !wasKilled) {
      wasKilled = true;
      kill.record();
      await restart(rig, id);
    }
    await pass(1);
    const call = rig.store.calls.get(id);
    if (call !== undefined && !(kill.isKilled && !wasKilled)) await live(rig, call, lived);
  }
  return wasKilled;
}

function eventsOf({ store }: DeskRig): NewEvent[] {
  return store.entries.flatMap(({ events }) => events);
}

/** What a call must be, whatever happened to its process. */
function verify(rig: DeskRig, where: string): void {
  const [call] = rig.store.calls.values();
  const events = eventsOf(rig);
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  assert.equal([call?.status, call?.endReason], ['ended', 'hangup_remote'], where);
  assert.is(rig.telephony.farLegs.length, 1, `${where}: dialled once`);
  assert.ok(digitsSent(rig).length < 2, `${where}: ${digitsSent(rig).join()}`);
  assert.equal(
    ['call_started', 'transfer_complete', 'call_connected', 'call_ended'].map(count),
    [1, 1, 1, 1],
    where,
  );
  const changes = events.flatMap(({ type, data }) => (type === 'call_status' ? [data] : []));
  for (const [n, { from }] of changes.entries()) assert.is(from, changes[n - 1]?.to ?? '', `${where}: ${n}`);
  const left = rig.telephony.deviceLegs.filter(({ state }) => state !== 'gone');
  assert.equal(left, [], `${where}: no phone is left`);
  assert.equal(rig.logged, [], where);
}

const requests: Record<string, Partial<CallRequest>> = {
  'a held call with a flow': { callFlowId: 'flow_1' },
  'a scheduled call': { callFlowId: 'flow_1', atMs: 1_800_000_005_000 },
  'a direct call': { mode: 'direct' },
};

for (const [what, request] of Object.entries(requests))
  test(`${what} reaches its owner once, at whatever write its process is killed`, async () => {
    let wasKilled = true;
    for (let writes = 1; wasKilled; writes++)
      await withDesk(async (rig) => {
        rig.flows.push(
          flow([
            { id: 'hear', type: 'LISTEN', timeout: 5 },
            { id: 'press', type: 'DTMF', dtmf: '1' },
            { id: 'queue', type: 'HOLD' },
            { id: 'owner', type: 'TRANSFER' },
          ]),
        );
        wasKilled = await liveThrough(rig, request, writes);
        verify(rig, `killed after ${writes} writes`);
      });
  });

test.run();
