import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type {
  JsonSchemaType,
  JsonSchemaValidator,
  jsonSchemaValidator,
} from '@modelcontextprotocol/sdk/validation/types.js';

export const transports = ['sse', 'streamable'] as const;
export type TransportKind = (typeof transports)[number];

/** The SDK's own, which compile a schema for every client: all clients here get the same schemas. */
class SharedValidators implements jsonSchemaValidator {
  readonly #ajv = new AjvJsonSchemaValidator();
  readonly #known = new Map<string, JsonSchemaValidator<unknown>>();

  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const text = JSON.stringify(schema);
    const known = this.#known.get(text) ?? this.#ajv.getValidator<unknown>(schema);
    this.#known.set(text, known);
    return known as JsonSchemaValidator<T>;
  }
}
const validators = new SharedValidators();

/** A client of the protocol's own SDK, connected. */
export class Host {
  readonly client = new Client({ name: 'test-host', version: '1.0.0' }, { jsonSchemaValidator: validators });
  readonly transport: SSEClientTransport | StreamableHTTPClientTransport;
  /** Resolves when the connection is over. */
  readonly closed: Promise<void>;

  private constructor(kind: TransportKind, url: string, token: string) {
    const options = { requestInit: { headers: { authorization: `Bearer ${token}` } } };
    this.transport =
      kind === 'sse'
        ? new SSEClientTransport(new URL(url), options)
        : new StreamableHTTPClientTransport(new URL(url), options);
    this.closed = new Promise((resolve) => (this.client.onclose = resolve));
  }

  static async connect(kind: TransportKind, url: string, token: string): Promise<Host> {
    const host = new Host(kind, `${url}/mcp/`, token);
    // The class predates exactOptionalPropertyTypes.
    await host.client.connect(host.transport as Transport);
    // From here on the client checks every structured answer against the tool's output schema.
    await host.client.listTools();
    return host;
  }

  async call<T = Record<string, unknown>>(name: string, input: object = {}): Promise<ToolAnswer<T>> {
    const result = (await this.client.callTool({ name, arguments: { ...input } })) as CallToolResult;
    return readAnswer<T>(result);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

export interface ToolAnswer<T> {
  isError: boolean;
  /** The text content. */
  text: string;
  /** The structured content. */
  value: T;
}

function readAnswer<T>(result: CallToolResult): ToolAnswer<T> {
  const [content] = result.content;
  return {
    isError: result.isError === true,
    text: content?.type === 'text' ? content.text : '',
    value: result.structuredContent as T,
  };
}
