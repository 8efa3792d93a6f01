import { AppError, codeOf, describeError } from '../domain/errors.ts';

/** The requested port, and the settings that change it. */
export interface WantedPort {
  readonly protocol: 'tcp' | 'udp';
  readonly host: string;
  readonly port: number;
  readonly portSetting: string;
  /** Undefined if the address is not the owner's choice. */
  readonly hostSetting: string | undefined;
}

/** Why the system refuses a port, and what to do about it. */
export function describeBindFailure(wanted: WantedPort, cause: unknown): AppError {
  const { protocol, host, port, portSetting, hostSetting } = wanted;
  const where = `${protocol.toUpperCase()} port ${port} on ${host}`;
  const settings = [hostSetting, portSetting].filter((name) => name !== undefined).join(', ');
  const address = hostSetting === undefined ? '' : `; set ${hostSetting} to one that is`;
  const name = hostSetting === undefined ? '' : `; set ${hostSetting} to an address of this machine`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `${where} is in use by another program; set ${portSetting} to a free port`,
    EACCES: `${where} may not be used by this user; set ${portSetting} to a port above 1023`,
    EADDRNOTAVAIL: `${host} is not an address of this machine${address}`,
    ENOTFOUND: `${host} cannot be resolved${name}`,
    EAI_AGAIN: `${host} cannot be resolved${name}`,
  };
  const reason = reasons[codeOf(cause)] ?? `${where} (${settings}) cannot be used: ${describeError(cause)}`;
  return new AppError('unavailable', reason, { cause });
}
