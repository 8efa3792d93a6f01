import type { Middleware } from 'koa';
import { AppError } from '../../domain/errors.ts';
import { scopes } from '../../domain/scope.ts';
import type { ProviderDiscovery } from './discovery.ts';

const wellKnown = '/.well-known/oauth-protected-resource';
/** What a client may name as the resource that it wants a token for: the whole service, or the address of MCP as it was given. */
const resourcePaths = ['', '/', '/mcp', '/mcp/'];

/** Every spelling that may be the audience of a token for this service. */
export function resourcesOf(publicUrl: string): string[] {
  return resourcePaths.map((path) => publicUrl + path);
}

/** Where a client that was refused at `path` learns which provider signs the owner in. */
export function resourceMetadataUrl(publicUrl: string, path: string): string {
  return publicUrl + wellKnown + path;
}

/**
 * Describes this service to clients that fetch their own tokens (RFC 9728), as MCP hosts do. The document of each path names that very
 * path as the resource: a client compares it with the address that it was given (section 3.3).
 */
export function serveResourceMetadata(needs: {
  publicUrl: string;
  issuer: string;
  discovery: ProviderDiscovery;
}): Middleware {
  return async (ctx, next) => {
    const path = resourcePaths.find((each) => ctx.path === wellKnown + each);
    if (path === undefined) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new AppError('method_not_allowed', `${ctx.method} is not allowed here; allowed are GET, HEAD`);
    }
    ctx.body = {
      resource: needs.publicUrl + path,
      resource_name: 'Holdfast',
      authorization_servers: [needs.issuer],
      bearer_methods_supported: ['header'],
      ...(await scopesOf(needs.discovery)),
    };
  };
}

/** Only those that the provider knows too: many refuse a sign-in that asks for any other. Without a scope, a token has all rights. */
async function scopesOf(discovery: ProviderDiscovery): Promise<{ scopes_supported?: string[] }> {
  const found = await discovery.discover().catch(() => undefined); // it is away: the rest can be said without it
  const known = found?.configuration.serverMetadata().scopes_supported ?? [];
  const shared = scopes.filter((scope) => known.includes(scope));
  return shared.length === 0 ? {} : { scopes_supported: shared };
}
