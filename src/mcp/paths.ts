const paths: readonly string[] = ['/mcp', '/mcp/'];

export function isMcpPath(path: string): boolean {
  return paths.includes(path);
}
