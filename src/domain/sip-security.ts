/** How SIP travels. */
export const sipTransports = ['udp', 'tcp', 'tls'] as const;
export type SipTransport = (typeof sipTransports)[number];

/** SRTP with keys in the SDP (RFC 4568): never, where the other side knows it, or not without. */
export const mediaEncryptions = ['none', 'optional', 'required'] as const;
export type MediaEncryption = (typeof mediaEncryptions)[number];
