import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type CallToolResult,
  type ServerNotification,
  type ServerRequest,
  type Tool as ToolListing,
} from '@modelcontextprotocol/sdk/types.js';
import { type JsonSchema, toJsonContent, toJsonSchema } from '../contract/json-schema.ts';
import { validateToolInput } from '../contract/validate.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { covers, requireScope, type Scope } from '../domain/scope.ts';
import type { Log } from '../log/log.ts';
import { callAndWaitPrompt, fillCallAndWait } from './prompt.ts';
import { readResource, resources, resourceTemplates, type ResourceNeeds } from './resources.ts';
import type { Tool, ToolContext } from './tool.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** MCP's error code for an unknown resource. */
const resourceNotFound = -32002;

const instructions = `Holdfast places phone calls for its owner, works through phone menus, waits on hold, and rings the owner's phone when a live person answers.
To call a company: make_call with mode "hold_slayer", then wait_for_call with the status and event_id you saw last, again and again, until status is connected, ended or failed. Calls go on by themselves: nothing has to be kept open, and closing this connection ends no call. A refused action is a tool error that says why.`;

export interface McpServerNeeds extends ResourceNeeds {
  tools: readonly Tool[];
  /** The scope of the credential that opened the session. */
  scope: Scope;
  version: string;
  /** The tools that are being used, until they have their result. */
  underWay: Set<Promise<unknown>>;
  log: Log;
}

/** One server per session; the tools and their dependencies are shared. */
export function createMcpServer(needs: McpServerNeeds): Server {
  const { tools, scope, underWay, log } = needs;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  // A model is offered only tools it may use. A host that calls another one learns from the error which scope it
  // needs.
  const usable = new Set(tools.filter((tool) => covers(scope, tool.scope)).map(({ name }) => name));
  const listings = listingsOf(tools).filter(({ name }) => usable.has(name));
  const server = new Server(
    { name: 'holdfast', title: 'Holdfast', version: needs.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listings }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = byName.get(params.name);
    if (tool === undefined)
      throw new ProtocolError(ErrorCode.InvalidParams, `there is no tool "${params.name}"`);
    const context = contextOf(params._meta?.progressToken, scope, extra, log);
    const used = callTool(tool, params.arguments ?? {}, context, log);
    underWay.add(used);
    return used.finally(() => underWay.delete(used));
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) =>
    orProtocolError(readResource(params.uri, needs), log),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: covers(scope, 'calls') ? [callAndWaitPrompt] : [],
  }));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
    if (params.name !== callAndWaitPrompt.name)
      throw new ProtocolError(ErrorCode.InvalidParams, `there is no prompt "${params.name}"`);
    return orProtocolError(
      Promise.resolve().then(() => fillCallAndWait(params.arguments)),
      log,
    );
  });
  server.onerror = (error) => log.debug('mcp message refused', { error: error.message });
  return server;
}

/** A refusal is returned as the tool's result, so that the model can read it and correct its request. */
async function callTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  context: ToolContext,
  log: Log,
): Promise<CallToolResult> {
  try {
    requireScope(context.scope, tool.scope);
    const input = validateToolInput(tool.input, given);
    const output = (await tool.run(input, context)) as Record<string, unknown>;
    return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output };
  } catch (error) {
    const text = error instanceof AppError ? error.detail : 'internal server error';
    if (!(error instanceof AppError) || error.status >= 500)
      log.error('a tool failed', { tool: tool.name, why: describeError(error) });
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

function contextOf(
  progressToken: string | number | undefined,
  scope: Scope,
  extra: Extra,
  log: Log,
): ToolContext {
  if (progressToken === undefined) return { scope, signal: extra.signal, reportProgress: undefined };
  return {
    scope,
    signal: extra.signal,
    reportProgress: ({ seconds, of, message }) => {
      extra
        .sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress: seconds, total: of, message },
        })
        // The client went away; the tool ends through its signal.
        .catch((error: unknown) => log.debug('progress not sent', { error: describeError(error) }));
    },
  };
}

/**
 * The error of a JSON-RPC response. The SDK's own class puts "MCP error -32602:" in front of the message, and its client
 * does so again.
 */
class ProtocolError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

async function orProtocolError<T>(work: Promise<T>, log: Log): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500)
      log.error('an mcp request failed', { why: describeError(error) });
    if (!(error instanceof AppError))
      throw new ProtocolError(ErrorCode.InternalError, 'internal server error');
    if (error.code === 'not_found') throw new ProtocolError(resourceNotFound, error.detail);
    const code = error.code === 'invalid' ? ErrorCode.InvalidParams : ErrorCode.InternalError;
    throw new ProtocolError(code, error.detail);
  }
}

const known = new WeakMap<readonly Tool[], ToolListing[]>();

/** The same for every session, so it is made once. */
function listingsOf(tools: readonly Tool[]): ToolListing[] {
  const listings =
    known.get(tools) ??
    tools.map(({ name, title, description, input, output, annotations }) => ({
      name,
      title,
      description,
      inputSchema: converted(input, () => toJsonContent(input).schema) as ToolListing['inputSchema'],
      outputSchema: converted(output, () => toJsonSchema(output)) as NonNullable<ToolListing['outputSchema']>,
      annotations: { title, ...annotations },
    }));
  known.set(tools, listings);
  return listings;
}

const conversions = new WeakMap<Tool['output'], JsonSchema>();

/** Half of the tools answer with the same view of a call, and converting it takes tens of milliseconds. */
function converted(schema: Tool['output'], convert: () => JsonSchema): JsonSchema {
  const known = conversions.get(schema) ?? convert();
  conversions.set(schema, known);
  return known;
}
