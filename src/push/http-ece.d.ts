declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** What of the library is used: RFC 8188 with the keys of RFC 8291. */
  interface EncryptOptions {
    version: 'aes128gcm';
    /** Of the receiver, uncompressed, base64url. */
    dh: string;
    /** Base64url. */
    authSecret: string;
    privateKey: ECDH;
  }
  const library: { encrypt(plain: Buffer, options: EncryptOptions): Buffer };
  export default library;
}
