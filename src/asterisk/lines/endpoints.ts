import { AppError } from '../../domain/errors.ts';
import type { AriLink } from '../ari/ari-link.ts';
import type { AriEndpoint, AriEvent } from '../ari/ari-operations.ts';

/** The events that report a PJSIP endpoint's state. */
const endpointEvents = ['ContactStatusChange', 'PeerStatusChange', 'EndpointStateChange'] as const;

export type EndpointEvent = Extract<AriEvent, { type: (typeof endpointEvents)[number] }>;

export type ContactInfo = Extract<AriEvent, { type: 'ContactStatusChange' }>['contact_info'];

export function isEndpointEvent(event: AriEvent): event is EndpointEvent {
  return (endpointEvents as readonly string[]).includes(event.type);
}

type Link = Pick<AriLink, 'request'>;

/** Limits what a Stasis application receives to these events. @throws AppError */
export async function allowEndpointEvents(link: Link, applicationName: string): Promise<void> {
  await link.request('applications.filter', {
    applicationName,
    filter: { allowed: endpointEvents.map((type) => ({ type })) },
  });
}

/**
 * PJSIP can be subscribed to only once it has an endpoint (422 before that, measured): a gateway without a trunk
 * has none until its first phone.
 * @returns whether it is subscribed to. @throws AppError
 */
export async function subscribeToEndpoints(link: Link, applicationName: string): Promise<boolean> {
  try {
    await link.request('applications.subscribe', { applicationName, eventSource: 'endpoint:PJSIP' });
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'conflict') return false;
    throw thrown;
  }
}

/** PJSIP's endpoints. Asterisk answers 404 while it has none: a gateway without a trunk, before its first phone. */
export async function listEndpoints(link: Link): Promise<AriEndpoint[]> {
  try {
    return await link.request('endpoints.listByTech', { tech: 'PJSIP' });
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'not_found') return [];
    throw thrown;
  }
}
