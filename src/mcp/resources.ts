import type { ReadResourceResult, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import type { CallDesk } from '../calls/desk.ts';
import { viewCall, viewCallPageText } from '../contract/call-views.ts';
import { viewDevice } from '../contract/devices.ts';
import { viewFlow, viewFlowSummary } from '../contract/flows.ts';
import { idShape } from '../contract/values.ts';
import type { DeviceDesk } from '../devices/desk.ts';
import { AppError } from '../domain/errors.ts';
import type { FlowDesk } from '../flows/desk.ts';

export interface ResourceNeeds {
  calls: CallDesk;
  flows: FlowDesk;
  devices: DeviceDesk;
  nowMs: () => number;
}

const mimeType = 'application/json';

/** What a person can attach to a conversation: the same views as in the API. */
export const resources: Resource[] = [
  {
    uri: 'holdfast://calls',
    name: 'calls',
    title: 'Calls under way',
    description: 'Every call that is not over, newest first.',
    mimeType,
  },
  {
    uri: 'holdfast://call-flows',
    name: 'call-flows',
    title: 'Call flows',
    description: 'The stored routes through phone menus.',
    mimeType,
  },
  {
    uri: 'holdfast://devices',
    name: 'devices',
    title: 'Devices',
    description: "The owner's phones, in the order in which they ring.",
    mimeType,
  },
];

export const resourceTemplates: ResourceTemplate[] = [
  {
    uriTemplate: 'holdfast://calls/{call_id}',
    name: 'call',
    title: 'A call',
    description: 'One call, under way or over, with everything that was heard in it.',
    mimeType,
  },
  {
    uriTemplate: 'holdfast://call-flows/{flow_id}',
    name: 'call-flow',
    title: 'A call flow',
    description: 'One stored call flow with its steps.',
    mimeType,
  },
  {
    uriTemplate: 'holdfast://devices/{device_id}',
    name: 'device',
    title: 'A device',
    description: "One of the owner's phones.",
    mimeType,
  },
];

const uriShape = /^holdfast:\/\/(calls|call-flows|devices)(?:\/([^/]+))?$/;
const listedCalls = 200;

/** @throws AppError `not_found` for an unknown URI. */
export async function readResource(uri: string, needs: ResourceNeeds): Promise<ReadResourceResult> {
  const view = await viewOf(uri, needs);
  return { contents: [{ uri, mimeType, text: JSON.stringify(view, null, 2) }] };
}

async function viewOf(uri: string, { calls, flows, devices, nowMs }: ResourceNeeds): Promise<object> {
  const [, kind, id] = uriShape.exec(uri) ?? [];
  if (kind === undefined || (id !== undefined && !idShape.test(id)))
    throw new AppError('not_found', `there is no resource "${uri.slice(0, 200)}"`);
  if (kind === 'calls') {
    if (id === undefined)
      return viewCallPageText(await calls.list({ state: 'active', limit: listedCalls }), nowMs());
    return viewCall(await calls.snapshot(id), nowMs());
  }
  if (kind === 'call-flows') {
    if (id === undefined) return { flows: (await flows.list({})).map(viewFlowSummary) };
    return viewFlow(await flows.get(id));
  }
  const known = await devices.list();
  if (id === undefined) return { devices: known.map(viewDevice) };
  const device = known.find((each) => each.id === id);
  if (device === undefined) throw new AppError('not_found', `there is no device "${id}"`);
  return viewDevice(device);
}
