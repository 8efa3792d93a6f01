/** How SIP travels. */
export const sipTransports = ['udp', 'tcp', 'tls'] as const;
export type SipTransport = (typeof sipTransports)[number];

/** SRTP with keys in the SDP (RFC 4568): never, if the other side supports it, or always. */
export const mediaEncryptions = ['none', 'optional', 'required'] as const;
export type MediaEncryption = (typeof mediaEncryptions)[number];
