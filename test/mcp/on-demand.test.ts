import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMcpOnDemand } from '../../src/mcp/on-demand.ts';
import type { McpNeeds } from '../../src/mcp/index.ts';
import { memoryLog } from '../store/fixtures.ts';

const test = suite('MCP, loaded with its first request');

type Given = Parameters<ReturnType<typeof createMcpOnDemand>['middleware']>;
const context = (path: string) => ({ path }) as Given[0];
const next = () => Promise.resolve();

test('files that cannot be read are named in the log; clients are told to restart, and the service still ends', async () => {
  const log = memoryLog();
  const mcp = createMcpOnDemand({ log } as unknown as McpNeeds, () =>
    Promise.reject(new Error('EMFILE: too many open files')),
  );
  for (const _ of [1, 2])
    await mcp.middleware(context('/mcp/'), next).then(
      () => assert.unreachable('it answered'),
      (error: { status: number; detail: string }) => {
        assert.is(error.status, 503);
        assert.match(error.detail, /restart the service/);
      },
    );
  await mcp.middleware(context('/api/v1/calls'), next);
  assert.equal(
    log.lines.map(({ message, fields }) => [message, fields]),
    [['mcp cannot be loaded', { error: 'EMFILE: too many open files' }]],
  );
  await mcp.close();
});

test.run();
