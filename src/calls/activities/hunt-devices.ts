import { describeError } from '../../domain/errors.ts';
import type { DeviceWithState, RingStrategy } from '../../domain/device.ts';
import type { LiveCall } from '../live-call.ts';
import type { AnsweredDevice } from '../plan.ts';
import { waitFor } from '../waiting.ts';
import { devicesToRing, lookUpCalled, type RingPurpose, wordOf } from './called-devices.ts';
import { deviceFailed, ringDevice, untilReachable } from './ring-device.ts';
import { isAsleep, wakeDevice } from './wake-device.ts';

/** With `overlap` the next priority joins after this fraction of a device's ring time. */
const overlapPart = 0.5;
/** If there is no device to ring, the person is reassured and asked to wait this long for one to come online. */
const arrivalSeconds = 30;

/**
 * Rings the devices that the call is for, those of one priority together; the first to answer gets the call, and the others show it as
 * answered elsewhere. A device that cannot be rung is reported as failed, never skipped silently. Sleeping browsers are woken at once and
 * ring as soon as they are online, whichever group's turn it is. So does any other device that comes online meanwhile. If none of those chosen
 * for a person wakes or can be dialled, all others ring.
 * @param signal ends the ringing.
 * @param options by default, no person waits.
 * @param options.waitsForArrival whether to wait for a device to come online if there is none.
 * @throws Interrupted
 */
export async function huntDevices(
  call: LiveCall,
  signal: AbortSignal,
  { waitsForArrival = false, ...options }: Partial<RingPurpose> & { waitsForArrival?: boolean } = {},
): Promise<AnsweredDevice | undefined> {
  await untilReachable(call, signal);
  const hunt = new Hunt(call, signal);
  let purpose: RingPurpose = { isForPerson: false, ...options };
  const chosenNow = async (): Promise<DeviceWithState[]> => devicesToRing(await lookUpCalled(call), purpose);
  const leave = call.needs.onDeviceChange((id, isOnline) => {
    if (isOnline) void hunt.arrives(id, chosenNow);
    else hunt.leaves(id);
  });
  try {
    let answered = await ringInTurn(call, hunt, purpose, signal);
    // None of the chosen ones woke or could be dialled, and nobody else would know of the person.
    if (answered === undefined && purpose.isForPerson && hunt.hasTried && !hunt.hasDialled) {
      purpose = { ...purpose, isForAll: true };
      answered = await ringInTurn(call, hunt, purpose, signal);
    }
    if (answered !== undefined || hunt.hasTried || !waitsForArrival) return answered;
    return (await hunt.firstAnswer('arrival', arrivalSeconds)) ?? (await hunt.firstAnswer('all'));
  } finally {
    leave();
    await hunt.end();
  }
}

async function ringInTurn(
  call: LiveCall,
  hunt: Hunt,
  purpose: RingPurpose,
  signal: AbortSignal,
): Promise<AnsweredDevice | undefined> {
  const { ringStrategy, deviceRingSeconds } = call.needs.settings;
  const called = await lookUpCalled(call);
  signal.throwIfAborted();
  const { known, choice } = called;
  // Ringing since before this service restarted.
  const isRinging = ({ id }: DeviceWithState): boolean => call.legs.devices.of(id) !== undefined;
  const ringing = known.filter(isRinging);
  const chosen = devicesToRing(called, purpose);
  if (chosen.length + ringing.length === 0)
    deviceFailed(call, { id: '', name: wordOf(choice) }, 'no device is online');
  const awake = chosen.filter((device) => isRinging(device) || !isAsleep(device));
  const groups = fromTheFirst(isRinging, groupDevices(awake, ringStrategy));
  hunt.lineUp(groups.slice(1).flat());
  hunt.ring(ringing, groups[1]?.[0]?.name ?? null);
  hunt.wake(chosen.filter((device) => !awake.includes(device)));
  for (const [index, group] of groups.slice(0, -1).entries()) {
    hunt.ring(group, groups[index + 1]?.[0]?.name ?? null);
    const seconds = ringStrategy === 'overlap' ? deviceRingSeconds * overlapPart : undefined;
    const answered = await hunt.firstAnswer('rung', seconds);
    if (answered !== undefined) return answered;
  }
  hunt.ring(groups.at(-1) ?? [], null);
  return hunt.firstAnswer('all');
}

function groupDevices(devices: readonly DeviceWithState[], strategy: RingStrategy): DeviceWithState[][] {
  if (strategy === 'together') return devices.length === 0 ? [] : [[...devices]];
  const groups: DeviceWithState[][] = [];
  for (const device of devices) {
    const last = groups.at(-1);
    if (last?.[0]?.priority === device.priority) last.push(device);
    else groups.push([device]);
  }
  return groups;
}

/** Groups before one that already rings have had their turn. */
function fromTheFirst(
  isRinging: (device: DeviceWithState) => boolean,
  groups: DeviceWithState[][],
): DeviceWithState[][] {
  const turn = groups.findIndex((group) => group.some(isRinging));
  return turn === -1 ? groups : groups.slice(turn);
}

/** Devices that ring at the same time. */
class Hunt {
  readonly #call: LiveCall;
  readonly #signal: AbortSignal;
  readonly #over = new AbortController();
  readonly #rings = new Set<Promise<AnsweredDevice | undefined>>();
  /** By device: those that ring, in their turn or because they have just come online, and those being woken. */
  readonly #open = new Map<string, 'rings' | 'arrived' | 'wakes'>();
  /** Devices that are online and whose turn has not come. */
  readonly #inLine = new Set<string>();
  /** Devices that were online when they were rung. */
  readonly #reached = new Set<string>();
  /** Sleeping browsers, each woken once. */
  readonly #woken = new Set<string>();
  /** Whether a device rings since before this service restarted. */
  #hasFound = false;
  readonly #dialledBefore: number;
  readonly #followers = new Set<() => void>();
  #answered: AnsweredDevice | undefined;
  #winner: AnsweredDevice | undefined;

  constructor(call: LiveCall, signal: AbortSignal) {
    this.#call = call;
    this.#signal = signal;
    this.#dialledBefore = call.legs.devices.dialled;
  }

  /** Whether any device was there to be rung or woken. */
  get hasTried(): boolean {
    return this.#reached.size + this.#woken.size > 0;
  }

  /** Whether any device was dialled, in this process or by an earlier one: the policy may refuse a number. */
  get hasDialled(): boolean {
    return this.#hasFound || this.#call.legs.devices.dialled > this.#dialledBefore;
  }

  lineUp(devices: readonly DeviceWithState[]): void {
    for (const { id, isOnline } of devices) if (isOnline) this.#inLine.add(id);
  }

  /** Rings those that have not been rung yet. @param next the device whose turn is next. */
  ring(devices: readonly DeviceWithState[], next: string | null, as: 'rings' | 'arrived' = 'rings'): void {
    for (const device of devices) {
      this.#inLine.delete(device.id);
      if (this.#open.has(device.id) || this.#reached.has(device.id)) continue;
      if (device.isOnline) this.#reached.add(device.id);
      this.#hasFound ||= this.#call.legs.devices.of(device.id) !== undefined;
      this.#follow(device.id, as, ringDevice(this.#call, device, next, this.#either()));
    }
  }

  wake(devices: readonly DeviceWithState[]): void {
    for (const device of devices) {
      if (this.#woken.has(device.id)) continue;
      this.#woken.add(device.id);
      this.#follow(device.id, 'wakes', wakeDevice(this.#call, device, this.#either()));
    }
  }

  /** A page that is reloaded while it rings rings again when it is back. */
  leaves(deviceId: string): void {
    if (this.#open.has(deviceId)) this.#reached.delete(deviceId);
  }

  /** A device has come online: it rings if it is one of `devices`, unless it has had its turn or is waiting for it. */
  async arrives(deviceId: string, devices: () => Promise<DeviceWithState[]>): Promise<void> {
    if (this.#inLine.has(deviceId)) return; // all come online at once when Asterisk is back
    try {
      const device = (await devices()).find(({ id }) => id === deviceId);
      if (device !== undefined && !this.#either().aborted) this.ring([device], null, 'arrived');
    } catch (error) {
      this.#call.needs.log.warn('a device that came online was not rung', {
        call: this.#call.id,
        device: deviceId,
        error: describeError(error),
      });
    }
  }

  /**
   * @param whose which devices' failures to wait for: those that were rung, all, or those that have yet to come online.
   * @returns the first device that answered; undefined when those have failed or `seconds` are over. @throws Interrupted
   */
  async firstAnswer(
    whose: 'rung' | 'all' | 'arrival',
    seconds?: number,
  ): Promise<AnsweredDevice | undefined> {
    const answered = await waitFor<AnsweredDevice | undefined>(this.#signal, seconds, (settle) => {
      const look = (): void => {
        if (this.#answered !== undefined) settle(this.#answered);
        else if (this.#haveFailed(whose)) settle(undefined);
      };
      this.#followers.add(look);
      look();
      return () => this.#followers.delete(look);
    });
    if (answered !== 'timeout') this.#winner = answered;
    return this.#winner;
  }

  #haveFailed(whose: 'rung' | 'all' | 'arrival'): boolean {
    if (whose === 'rung') return ![...this.#open.values()].includes('rings');
    return this.#open.size === 0 && (whose === 'all' || this.hasTried);
  }

  #follow(
    deviceId: string,
    as: 'rings' | 'arrived' | 'wakes',
    ring: Promise<AnsweredDevice | undefined>,
  ): void {
    this.#open.set(deviceId, as);
    this.#rings.add(ring);
    const over = (device?: AnsweredDevice): void => {
      this.#open.delete(deviceId);
      this.#answered ??= device;
      for (const follower of [...this.#followers]) follower();
    };
    void ring.then(over, () => over());
  }

  #either(): AbortSignal {
    return AbortSignal.any([this.#signal, this.#over.signal]);
  }

  /** Stops every device that did not get the call, including one that answers a moment too late. */
  async end(): Promise<void> {
    this.#over.abort();
    const rings = [...this.#rings].map(async (ringing) => {
      const late = await ringing.catch(() => undefined);
      if (late !== undefined && late !== this.#winner)
        await this.#call.legs.devices.release(late.leg, 'answered_elsewhere');
    });
    const stopped = Promise.all(rings).catch((error: unknown) =>
      this.#call.needs.log.warn('a device was not released', {
        call: this.#call.id,
        error: describeError(error),
      }),
    );
    // An owner who has answered does not wait for the others: a dial that hangs takes seconds to end.
    if (this.#winner === undefined) await stopped;
  }
}
