/** The address of a server as given in the settings. It may contain a user name and a password, which must not appear in logs or events. */
export interface ServerAddress {
  /** The address without them. */
  shown: string;
  /** The header that carries them; undefined if there are none. */
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
