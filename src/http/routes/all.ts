import type { CallDesk } from '../../calls/desk.ts';
import { FlowLearner } from '../../calls/flow-learner.ts';
import type { Journal } from '../../calls/store.ts';
import type { DeviceDesk } from '../../devices/desk.ts';
import type { FlowDesk } from '../../flows/desk.ts';
import type { ApiRoute } from '../api-route.ts';
import { makeOpenApi } from '../openapi.ts';
import { askSamples } from '../samples.ts';
import { callRoutes } from './calls.ts';
import { deviceRoutes } from './devices.ts';
import { flowRoutes } from './flows.ts';
import { learnedFlowRoute } from './learned-flow.ts';
import { openApiRoute } from './openapi.ts';

export interface RouteNeeds {
  calls: CallDesk;
  flows: FlowDesk;
  devices: DeviceDesk;
  journal: Pick<Journal, 'read' | 'readBefore' | 'record'>;
  /** The address shown in browsers. */
  publicUrl: string;
  /** Further routes below `/api/v1` (tokens, webhooks), documented and validated like the others. */
  routes?: readonly ApiRoute[];
}

/** All routes below `/api/v1`, including the one for their OpenAPI document. */
export function allRoutes(needs: RouteNeeds, version: string): ApiRoute[] {
  const routes = [
    ...callRoutes({ calls: needs.calls, journal: needs.journal }),
    ...flowRoutes(needs.flows),
    learnedFlowRoute(new FlowLearner(needs)),
    ...deviceRoutes(needs.devices),
    ...(needs.routes ?? []),
  ];
  const description = openApiRoute(
    () => makeOpenApi([...routes, description], { version, publicUrl: needs.publicUrl }),
    () => askSamples(routes),
  );
  return [...routes, description];
}
