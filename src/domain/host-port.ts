export interface HostPort {
  host: string;
  port: number | undefined;
}

/** Splits `host`, `host:port` or `[IPv6]:port`. */
export function splitHostPort(text: string): HostPort {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::([0-9]+))?$/.exec(text) ?? [];
  return { host: bracketed ?? plain ?? text, port: port === undefined ? undefined : Number(port) };
}
