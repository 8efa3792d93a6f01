import type { Context, Middleware, Next } from 'koa';
import helmet from 'koa-helmet';

/** Restricts what pages of this service may load, and forbids framing them. */
export function guardPages(publicUrl: string): Middleware {
  return helmet(securityHeaders(publicUrl));
}

function securityHeaders(publicUrl: string): Parameters<typeof helmet>[0] {
  const self = ["'self'"];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: self,
        styleSrc: self,
        fontSrc: self,
        imgSrc: ["'self'", 'data:'],
        mediaSrc: self,
        connectSrc: self,
        manifestSrc: self,
        workerSrc: self,
        formAction: self,
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // Not for names below it, which may belong to others: printer.home.example beside home.example.
    strictTransportSecurity: publicUrl.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  };
}

/** Of all device features, pages may request only the microphone. */
const permissionsPolicy = [
  'microphone=(self)',
  ...['camera', 'display-capture', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ');

export async function limitDevices(ctx: Context, next: Next): Promise<void> {
  ctx.set('Permissions-Policy', permissionsPolicy);
  await next();
}
