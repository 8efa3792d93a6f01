import Joi from 'joi';
import type { CallDesk } from '../../calls/desk.ts';
import { deviceListView, viewDevice } from '../../contract/devices.ts';
import { healthView, spendingView, type HealthReport, type SpendingView } from '../../contract/service.ts';
import type { DeviceDesk } from '../../devices/desk.ts';
import { defineTool, type Tool } from '../tool.ts';

export interface GatewayToolNeeds {
  calls: Pick<CallDesk, 'activeCount'>;
  devices: DeviceDesk;
  health: () => Promise<HealthReport>;
  spending: () => SpendingView;
}

export function gatewayTools({ calls, devices, health, spending }: GatewayToolNeeds): Tool[] {
  return [
    defineTool<object>({
      name: 'list_devices',
      scope: 'read',
      title: "List the owner's phones",
      description:
        "Lists the owner's devices in the order in which they ring (lowest priority number first), and whether each is online. Pass an id, a type or a name as device to make_call or transfer_call. If none is online, a call can wait on hold but reaches nobody.",
      input: Joi.object({}),
      output: deviceListView,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async () => ({ devices: (await devices.list()).map(viewDevice) }),
    }),
    defineTool<object>({
      name: 'gateway_status',
      scope: 'read',
      title: 'Show whether calls can be placed',
      description:
        'Shows whether the gateway can place calls now: status "ok", or "degraded" with the reason in asterisk.detail, trunk.detail (the line to the telephone network) or database.detail; how many calls are under way; and how much the trunk was used in the last hour and day, with the limits that the owner set. Use it when make_call was refused.',
      input: Joi.object({}),
      output: healthView.keys({
        active_calls: Joi.number().integer().min(0).required(),
        devices_online: Joi.number().integer().min(0).required(),
        spending: spendingView.required(),
      }),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      async run() {
        const [report, known] = await Promise.all([health(), devices.list()]);
        return {
          ...report,
          active_calls: calls.activeCount(),
          devices_online: known.filter((device) => device.isOnline).length,
          spending: spending(),
        };
      },
    }),
  ];
}
