/** The address of a server as the settings have it: it may hold a name and a password, which belong in no log and no event. */
export interface ServerAddress {
  /** Without them. */
  shown: string;
  /** They, for a request's header; undefined where there are none. */
  authorization: string | undefined;
}

const userInfo = /^([a-z]+:\/\/)[^/?#]*@/i;

export function readAddress(typed: string): ServerAddress {
  const shown = typed.replace(userInfo, '$1');
  if (shown === typed) return { shown, authorization: undefined };
  const { username, password } = new URL(typed);
  const pair = [username, password].map(decodeURIComponent).join(':');
  return { shown, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
