import { createHmac } from 'node:crypto';

/**
 * The three headers of Standard Webhooks (standardwebhooks.com): HMAC-SHA-256 over id, time and body, so that a receiver can refuse
 * what is forged and what is old; libraries for most languages check them.
 */
export function signatureHeaders(
  secret: string,
  messageId: string,
  epochSeconds: number,
  body: string,
): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${messageId}.${epochSeconds}.${body}`).digest('base64');
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(epochSeconds),
    'webhook-signature': `v1,${signature}`,
  };
}
