declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** The part of the library in use: RFC 8188 with the keys of RFC 8291. */
  interface EncryptOptions {
    version: 'aes128gcm';
    /** The receiver's key, uncompressed, base64url. */
    dh: string;
    /** Base64url. */
    authSecret: string;
    privateKey: ECDH;
  }
  const library: { encrypt(plain: Buffer, options: EncryptOptions): Buffer };
  export default library;
}
