const paths: readonly string[] = ['/mcp', '/mcp/'];

/** In a file of its own, so that a request can be told from others before MCP is loaded. */
export function isMcpPath(path: string): boolean {
  return paths.includes(path);
}
