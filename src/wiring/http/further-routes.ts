import type { ApiRoute } from '../../http/api-route.ts';
import { browserPhoneRoute } from '../../http/routes/browser-phone.ts';
import { personRoute } from '../../http/routes/call-persons.ts';
import { numberRoutes } from '../../http/routes/numbers.ts';
import { provisioningRoute } from '../../http/routes/provisioning.ts';
import { pushRoutes } from '../../http/routes/push.ts';
import { recordingRoutes } from '../../http/routes/recordings.ts';
import { sessionRoutes } from '../../http/routes/sessions.ts';
import { spendingRoute } from '../../http/routes/spending.ts';
import { flowTrialRoute } from '../../http/routes/flow-trial.ts';
import { systemRoute } from '../../http/routes/system.ts';
import { testRingRoute } from '../../http/routes/test-ring.ts';
import { tokenRoutes } from '../../http/routes/tokens.ts';
import { webhookRoutes } from '../../http/routes/webhooks.ts';

export interface FurtherRouteNeeds {
  tokens: Parameters<typeof tokenRoutes>[0];
  sessions: Parameters<typeof sessionRoutes>[0];
  webhooks: Parameters<typeof webhookRoutes>[0];
  numbers: Parameters<typeof numberRoutes>[0];
  recordings: Parameters<typeof recordingRoutes>[0];
  spending: Parameters<typeof spendingRoute>[0];
  system: Parameters<typeof systemRoute>[0];
  provisioning: Parameters<typeof provisioningRoute>[0];
  testRing: Parameters<typeof testRingRoute>[0];
  flowTrial: Parameters<typeof flowTrialRoute>[0];
  browserPhone: Parameters<typeof browserPhoneRoute>[0];
  persons: Parameters<typeof personRoute>[0];
  push: Parameters<typeof pushRoutes>[0];
}

/** The routes besides calls, flows and devices. They are also in the description from which the dashboard's client is generated. */
export function furtherRoutes(needs: FurtherRouteNeeds): ApiRoute[] {
  return [
    ...tokenRoutes(needs.tokens),
    ...sessionRoutes(needs.sessions),
    ...webhookRoutes(needs.webhooks),
    ...numberRoutes(needs.numbers),
    ...recordingRoutes(needs.recordings),
    spendingRoute(needs.spending),
    systemRoute(needs.system),
    provisioningRoute(needs.provisioning),
    testRingRoute(needs.testRing),
    flowTrialRoute(needs.flowTrial),
    browserPhoneRoute(needs.browserPhone),
    personRoute(needs.persons),
    ...pushRoutes(needs.push),
  ];
}
