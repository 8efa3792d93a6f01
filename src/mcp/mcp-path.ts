const paths: readonly string[] = ['/mcp', '/mcp/'];

/** In a file of its own, so that MCP requests can be recognised before MCP is loaded. */
export function isMcpPath(path: string): boolean {
  return paths.includes(path);
}
