import type { McpNeeds, McpService } from './index.ts';
import { isMcpPath } from './mcp-path.ts';

/**
 * Loads MCP with its first request: its packages are a fifth of all the code read at start, and anyone who only wants
 * to place a call should not wait for them.
 */
export function createMcpOnDemand(needs: McpNeeds): Pick<McpService, 'middleware' | 'close'> {
  let opened: Promise<McpService> | undefined;
  const open = (): Promise<McpService> =>
    (opened ??= import('./index.ts').then(({ createMcp }) => createMcp(needs)));
  return {
    middleware: async (context, next) =>
      isMcpPath(context.path) ? (await open()).middleware(context, next) : next(),
    close: async () => (await opened)?.close(),
  };
}
