/** An app that starts a gateway, prints its pid and then waits to be killed. */
import { type GatewayOptions, startGateway } from '../../src/embedded/gateway.ts';

const options = JSON.parse(process.env['GATEWAY_OPTIONS'] ?? '') as GatewayOptions;
const gateway = await startGateway({ ...options, progress: () => undefined });
process.stdout.write(`${gateway.pid}\n`);
setInterval(() => undefined, 60_000);
