import type { Answer } from '../../api/client.ts';

export type Scope = Answer<'get', '/api/v1/tokens'>['tokens'][number]['scope'];

/** What a token or a session may do, in words. */
export const scopeTexts: Record<Scope, { name: string; does: string }> = {
  read: { name: 'Look', does: 'See calls, flows, devices and settings' },
  calls: { name: 'Call', does: 'Also place and control calls' },
  admin: { name: 'Everything', does: 'Also change flows, devices, webhooks and tokens' },
};
