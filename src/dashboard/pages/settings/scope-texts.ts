/** What a token or a session may do, in words. */
export const scopeTexts: Record<'read' | 'calls' | 'admin', { name: string; does: string }> = {
  read: { name: 'Look', does: 'See calls, flows, devices and settings' },
  calls: { name: 'Call', does: 'Also place calls and steer them' },
  admin: { name: 'Everything', does: 'Also change flows, devices, webhooks and tokens' },
};
