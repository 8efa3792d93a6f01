/** What apt may need of this process's environment; the service's secrets are none of it. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'APT_CONFIG',
  'http_proxy',
  'https_proxy',
  'ftp_proxy',
  'all_proxy',
  'no_proxy',
] as const;

export function aptEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const entries = PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  // Its messages are read.
  return { ...Object.fromEntries(entries), LC_ALL: 'C.UTF-8' };
}
