/** The package has no types of its own; this is what the tests use of it. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(
      middleware: (
        ctx: {
          path: string;
          headers: Record<string, string | undefined>;
          status: number;
          body: unknown;
          set(name: string, value: string): void;
        },
        next: () => Promise<void>,
      ) => Promise<void>,
    ): void;
    on(event: string, listener: (...details: unknown[]) => void): this;
  }
}
