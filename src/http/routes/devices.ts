import * as contract from '../../contract/devices.ts';
import { deletedView } from '../../contract/values.ts';
import { editTags, guardEdit } from '../../contract/edit-tags.ts';
import type { DeviceDesk } from '../../devices/desk.ts';
import type { DeviceWithState } from '../../domain/device.ts';
import { AppError } from '../../domain/errors.ts';
import { type ApiAnswer, type ApiRequest, type ApiRoute, param } from '../api-route.ts';

export function deviceRoutes(devices: DeviceDesk): ApiRoute[] {
  const tag = 'devices';
  const withPassword = {
    description: 'The device; for a phone that registers here with its password, which is shown only once.',
    schema: contract.deviceWithPasswordView,
  };
  const show = (device: DeviceWithState, sipPassword?: string): ApiAnswer => ({
    status: 200,
    body: {
      ...contract.viewDevice(device),
      ...(sipPassword === undefined ? {} : { sip_password: sipPassword }),
    },
    editTag: editTags.device(device),
  });
  const guard = ({ ifMatch }: ApiRequest) => guardEdit('the device', ifMatch, editTags.device);
  return [
    {
      method: 'get',
      path: '/devices',
      tag,
      operationId: 'listDevices',
      scope: 'read',
      summary: 'List devices in the order in which they ring',
      answers: { 200: { description: 'All devices.', schema: contract.deviceListView } },
      handle: async () => ({
        status: 200,
        body: { devices: (await devices.list()).map(contract.viewDevice) },
      }),
    },
    {
      method: 'get',
      path: '/devices/:device_id',
      tag,
      operationId: 'getDevice',
      sample: async () => ({ params: { device_id: (await devices.list())[0]?.id } }),
      scope: 'read',
      summary: 'Show a device',
      hasEditTag: true,
      answers: { 200: { description: 'The device.', schema: contract.deviceView } },
      errors: ['not_found'],
      handle: async (request) => {
        const id = param(request, 'device_id');
        const device = (await devices.list()).find((each) => each.id === id);
        if (device === undefined) throw new AppError('not_found', `there is no device "${id}"`);
        return show(device);
      },
    },
    {
      method: 'post',
      path: '/devices',
      tag,
      operationId: 'createDevice',
      scope: 'admin',
      summary: 'Register a device',
      hasEditTag: true,
      body: contract.deviceCreateBody,
      answers: { 201: withPassword },
      errors: ['conflict'],
      handle: async (request) => {
        const { device, sipPassword } = await devices.create(request.body as contract.DeviceCreateBody);
        return { ...show(device, sipPassword), status: 201, location: `/api/v1/devices/${device.id}` };
      },
    },
    {
      method: 'put',
      path: '/devices/order',
      tag,
      operationId: 'orderDevices',
      sample: async () => ({ body: { ids: (await devices.list()).map(({ id }) => id) } }),
      scope: 'admin',
      summary: 'Set the order in which the devices ring, one after the other',
      body: contract.deviceOrderBody,
      answers: { 200: { description: 'All devices, in order.', schema: contract.deviceListView } },
      handle: async (request) => {
        const { ids } = request.body as contract.DeviceOrderBody;
        return { status: 200, body: { devices: (await devices.order(ids)).map(contract.viewDevice) } };
      },
    },
    {
      method: 'post',
      path: '/devices/:device_id/password',
      tag,
      operationId: 'renewDevicePassword',
      scope: 'admin',
      summary: 'Give a phone that registers here a new password',
      hasEditTag: true,
      answers: { 200: withPassword },
      errors: ['not_found', 'conflict'],
      handle: async (request) => {
        const { device, sipPassword } = await devices.renewPassword(param(request, 'device_id'));
        return show(device, sipPassword);
      },
    },
    {
      method: 'put',
      path: '/devices/:device_id',
      tag,
      operationId: 'updateDevice',
      scope: 'admin',
      summary: 'Change a device; absent fields stay as they are',
      takesIfMatch: true,
      hasEditTag: true,
      body: contract.deviceUpdateBody,
      answers: { 200: withPassword },
      errors: ['not_found', 'conflict'],
      handle: async (request) => {
        const changes = request.body as contract.DeviceUpdateBody;
        const id = param(request, 'device_id');
        const { device, sipPassword } = await devices.update(id, changes, guard(request));
        return show(device, sipPassword);
      },
    },
    {
      method: 'delete',
      path: '/devices/:device_id',
      tag,
      operationId: 'deleteDevice',
      scope: 'admin',
      summary: 'Remove a device',
      takesIfMatch: true,
      answers: { 200: { description: 'The device was removed.', schema: deletedView } },
      errors: ['not_found'],
      handle: async (request) => {
        const id = param(request, 'device_id');
        await devices.remove(id, guard(request));
        return { status: 200, body: { id, deleted: true } };
      },
    },
  ];
}
