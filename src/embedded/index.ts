export { type EmbeddedAsterisk, type GatewayOptions, type TrunkOptions, startGateway } from './gateway.ts';
export type { ExitInfo } from './asterisk-instance.ts';
