import { AppError, describeError } from '../domain/errors.ts';
import type { McpNeeds, McpService } from './index.ts';
import { isMcpPath } from './mcp-path.ts';

/**
 * Loads MCP with its first request: its packages are a fifth of all the code read at start, and anyone who only wants
 * to place a call should not wait for them.
 */
export function createMcpOnDemand(
  needs: McpNeeds,
  load = () => import('./index.ts'),
): Pick<McpService, 'middleware' | 'close'> {
  let opened: Promise<McpService | undefined> | undefined;

  async function open(): Promise<McpService | undefined> {
    try {
      return (await load()).createMcp(needs);
    } catch (error) {
      needs.log.error('mcp cannot be loaded', { error: describeError(error) });
      return undefined;
    }
  }

  return {
    async middleware(context, next) {
      if (!isMcpPath(context.path)) return next();
      const mcp = await (opened ??= open());
      // Node never reads a module again that it could not read once (tried with Node 20: too many open files, a package that was being replaced).
      if (mcp === undefined)
        throw new AppError(
          'unavailable',
          'MCP could not be loaded, its files may have been replaced; restart the service',
        );
      return mcp.middleware(context, next);
    },
    close: async () => (await opened)?.close(),
  };
}
