import type { Call } from '../domain/call.ts';
import { beginCall } from '../domain/call.ts';
import { chooseDevices, selectorIsKnown, type DeviceWithState } from '../domain/device.ts';
import { AppError } from '../domain/errors.ts';
import { newId } from '../domain/ids.ts';
import type { DialLoad, SpendPolicy } from '../domain/policy.ts';
import { permitDial, permitNumber } from '../domain/policy.ts';
import type { FlowLookup } from '../flows/desk.ts';
import type { CallRequest } from './desk.ts';

export interface AdmissionNeeds {
  policy: SpendPolicy;
  flows: FlowLookup;
  devices(): Promise<DeviceWithState[]>;
}

/**
 * Decides whether a request may be dialled, and as what.
 * @throws AppError `invalid`, `refused`, `conflict` (the policy), `not_found` (flow, device).
 */
export async function admitCall(
  request: CallRequest,
  load: DialLoad,
  nowMs: number,
  needs: AdmissionNeeds,
): Promise<Call> {
  const { atMs } = request;
  // How much is under way counts when a call is dialled; what may be called at all is said at once.
  const number =
    atMs === undefined
      ? permitDial(request.number, needs.policy, load)
      : permitNumber(request.number, needs.policy);
  const target = request.device === undefined || request.device === '' ? null : request.device;
  const flowId = await chooseFlow(request, number, needs.flows);
  await requireKnownDevice(target, needs);
  const assisted = request.mode === 'ai_assisted';
  return beginCall({
    id: newId('call'),
    number,
    mode: request.mode,
    intent: request.intent ?? '',
    flowId,
    target,
    services: {
      recording: request.services?.recording ?? assisted,
      transcription: request.services?.transcription ?? assisted,
    },
    startedAtMs: atMs ?? nowMs,
    ...(atMs === undefined ? {} : { status: 'scheduled' as const }),
    retry: request.retry ?? null,
    redial: request.redial ?? false,
  });
}

async function chooseFlow(request: CallRequest, number: string, flows: FlowLookup): Promise<string | null> {
  if (request.callFlowId !== undefined && request.callFlowId !== '') {
    const flow = await flows.find(request.callFlowId);
    if (flow === undefined)
      throw new AppError('not_found', `"call_flow_id": there is no call flow ${request.callFlowId}`);
    return flow.id;
  }
  if (request.mode !== 'hold_slayer') return null;
  return (await flows.findForNumber(number))?.id ?? null;
}

/** @throws AppError `not_found` */
async function requireKnownDevice(
  selector: string | null,
  { devices }: Pick<AdmissionNeeds, 'devices'>,
): Promise<void> {
  if (selector !== null && !selectorIsKnown(await devices(), selector))
    throw new AppError('not_found', `there is no device with the id, type or name "${selector}"`);
}

/** For a transfer now. @throws AppError `not_found`, `conflict` (offline). */
export async function requireOnlineDevice(
  selector: string | null,
  needs: Pick<AdmissionNeeds, 'devices'>,
): Promise<void> {
  await requireKnownDevice(selector, needs);
  const chosen = chooseDevices(await needs.devices(), selector);
  if (!chosen.some((device) => device.isOnline))
    throw new AppError(
      'conflict',
      selector === null ? 'no device is online' : `the device "${selector}" is offline`,
    );
}
