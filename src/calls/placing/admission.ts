import type { Call } from '../../domain/call.ts';
import { beginCall } from '../../domain/call.ts';
import { chooseDevices, isReachable, selectorIsKnown, type DeviceWithState } from '../../domain/device.ts';
import { AppError } from '../../domain/errors.ts';
import type { Flow } from '../../domain/flow.ts';
import { newId } from '../../domain/ids.ts';
import type { FlowLookup } from '../../flows/desk.ts';
import { permitSecrets } from '../../flows/secret-policy.ts';
import type { CallRequest } from '../desk.ts';
import type { TrunkDials } from './trunk-dials.ts';

export interface AdmissionNeeds {
  trunk: Pick<TrunkDials, 'admit' | 'forget' | 'permitNumber'>;
  flows: FlowLookup;
  /** The company that a number belongs to, if the owner or an earlier call named one. */
  companyOf(number: string): Promise<string | undefined>;
  devices(): Promise<DeviceWithState[]>;
}

/**
 * Decides whether a request may be dialled, and as what. A place on the trunk is reserved for it until it is dialled or forgotten.
 * @throws AppError `invalid`, `refused`, `conflict` (the policies), `not_found` (flow, device).
 */
export async function admitCall(
  request: CallRequest,
  activeCalls: number,
  nowMs: number,
  needs: AdmissionNeeds,
): Promise<Call> {
  const id = newId('call');
  const { atMs } = request;
  // The limits apply when the call is dialled. Whether the number may be called at all is decided now.
  const number =
    atMs === undefined
      ? needs.trunk.admit(id, request.number, activeCalls)
      : needs.trunk.permitNumber(request.number);
  try {
    return await admitted(request, { id, number, startedAtMs: atMs ?? nowMs }, needs);
  } catch (error) {
    needs.trunk.forget(id);
    throw error;
  }
}

async function admitted(
  request: CallRequest,
  known: Pick<Call, 'id' | 'number' | 'startedAtMs'>,
  needs: AdmissionNeeds,
): Promise<Call> {
  const requestedDevice = request.device === undefined || request.device === '' ? null : request.device;
  const { placedWith = 'calls' } = request;
  const flow = await chooseFlow(request, known.number, needs.flows);
  if (flow !== undefined) await permitSecrets(flow, known.number, placedWith, needs.flows);
  await requireKnownDevice(requestedDevice, needs);
  const assisted = request.mode === 'ai_assisted';
  return beginCall({
    ...known,
    mode: request.mode,
    intent: request.intent ?? '',
    company: await companyOf(request, known.number, flow, needs),
    flowId: flow?.id ?? null,
    requestedDevice,
    services: {
      recording: request.services?.recording ?? assisted,
      transcription: request.services?.transcription ?? assisted,
    },
    ...(request.atMs === undefined ? {} : { status: 'scheduled' as const }),
    retry: request.retry ?? null,
    redial: request.redial ?? false,
    placedWith,
  });
}

async function chooseFlow(
  request: CallRequest,
  number: string,
  flows: FlowLookup,
): Promise<Flow | undefined> {
  if (request.callFlowId !== undefined && request.callFlowId !== '') {
    const flow = await flows.find(request.callFlowId);
    if (flow === undefined)
      throw new AppError('not_found', `"call_flow_id": there is no call flow ${request.callFlowId}`);
    return flow;
  }
  return request.mode === 'hold_slayer' ? flows.findForNumber(number) : undefined;
}

/** Whether a call that was admitted earlier may use its flow as that is now. @throws AppError `refused`, `conflict` */
export async function permitItsFlow(call: Readonly<Call>, flows: FlowLookup): Promise<void> {
  const flow = call.flowId === null ? undefined : await flows.find(call.flowId);
  if (flow !== undefined) await permitSecrets(flow, call.number, call.placedWith, flows);
}

/** What the owner says in the request overrides what is stored. */
async function companyOf(
  { company }: CallRequest,
  number: string,
  flow: Flow | undefined,
  needs: Pick<AdmissionNeeds, 'companyOf'>,
): Promise<string> {
  const said = [company, flow?.company].find((name) => name !== undefined && name !== '');
  return said ?? (await needs.companyOf(number)) ?? '';
}

/** @throws AppError `not_found` */
async function requireKnownDevice(
  selector: string | null,
  { devices }: Pick<AdmissionNeeds, 'devices'>,
): Promise<void> {
  if (selector !== null && !selectorIsKnown(await devices(), selector))
    throw new AppError('not_found', `there is no device with the id, type or name "${selector}"`);
}

/** For a transfer now. @returns the devices that it may ring. @throws AppError `not_found`, `conflict` (offline). */
export async function requireOnlineDevice(
  selector: string | null,
  needs: Pick<AdmissionNeeds, 'devices'>,
): Promise<readonly DeviceWithState[]> {
  await requireKnownDevice(selector, needs);
  const chosen = chooseDevices(await needs.devices(), selector);
  if (!chosen.some(isReachable))
    throw new AppError(
      'conflict',
      selector === null ? 'no device is online' : `the device "${selector}" is offline`,
    );
  return chosen;
}
