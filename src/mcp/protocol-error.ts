/**
 * What leaves as the error of a JSON-RPC answer. The SDK's own class writes "MCP error -32602:" in front of the message, and its client
 * does so once more.
 */
export class ProtocolError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
