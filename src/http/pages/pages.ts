import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Middleware } from 'koa';
import { serveFiles } from './static-files.ts';

const here = (name: string) => new URL(name, import.meta.url);

/** `/api/docs`: the reference page and its assets, all served locally. */
export function serveDocs(): Middleware {
  const swaggerDir = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return serveFiles({
    '/api/docs': here('docs.html'),
    '/api/docs/docs.css': here('docs.css'),
    '/api/docs/docs.js': here('docs.js'),
    '/api/docs/swagger-ui.css': join(swaggerDir, 'swagger-ui.css'),
    '/api/docs/swagger-ui-bundle.js': join(swaggerDir, 'swagger-ui-bundle.js'),
  });
}

/** Served when the dashboard was not built: says what this is and where the documentation is. */
export function servePlaceholder(): Middleware {
  return serveFiles({ '/': here('home.html'), '/home.css': here('home.css') });
}
