import { createHash } from 'node:crypto';

/** The credentials that answer a challenge, with quality of protection `auth` (RFC 2617). */
export function credentialsFor(
  challenge: string,
  login: { readonly user: string; readonly password: string },
  request: { readonly method: string; readonly uri: string },
): string {
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
  const of = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? '';
  const { user, password } = login;
  const { method, uri } = request;
  const [realm, nonce, nc, cnonce] = [of('realm'), of('nonce'), '00000001', 'a'];
  const secret = md5(`${user}:${realm}:${password}`);
  const response = md5(`${secret}:${nonce}:${nc}:${cnonce}:auth:${md5(`${method}:${uri}`)}`);
  return (
    `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", ` +
    `algorithm=MD5, qop=auth, nc=${nc}, cnonce="${cnonce}"`
  );
}
