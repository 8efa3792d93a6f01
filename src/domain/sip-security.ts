/** How SIP travels. */
export const sipTransports = ['udp', 'tcp', 'tls'] as const;
export type SipTransport = (typeof sipTransports)[number];

/** Where SIP listens unless a port is named (RFC 3261, section 19.1.2): in clear, and over TLS. */
export const sipPort = 5060;
export const sipTlsPort = 5061;

/** SRTP with keys in the SDP (RFC 4568): never, if the other side supports it, or always. */
export const mediaEncryptions = ['none', 'optional', 'required'] as const;
export type MediaEncryption = (typeof mediaEncryptions)[number];
