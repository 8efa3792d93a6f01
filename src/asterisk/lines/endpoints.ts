import { AppError } from '../../domain/errors.ts';
import type { AriLink } from '../ari/ari-link.ts';
import type { AriEndpoint, AriEvent } from '../ari/ari-operations.ts';

/** The events that report a PJSIP endpoint's state. */
export const endpointEvents = ['ContactStatusChange', 'PeerStatusChange', 'EndpointStateChange'] as const;

export type EndpointEvent = Extract<AriEvent, { type: (typeof endpointEvents)[number] }>;

export type ContactInfo = Extract<AriEvent, { type: 'ContactStatusChange' }>['contact_info'];

export function isEndpointEvent(event: AriEvent): event is EndpointEvent {
  return (endpointEvents as readonly string[]).includes(event.type);
}

/** PJSIP's endpoints. Asterisk answers 404 while it has none: a gateway without a trunk, before its first phone. */
export async function listEndpoints(link: Pick<AriLink, 'request'>): Promise<AriEndpoint[]> {
  try {
    return await link.request('endpoints.listByTech', { tech: 'PJSIP' });
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'not_found') return [];
    throw thrown;
  }
}
