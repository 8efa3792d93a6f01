import type { Context, Next } from 'koa';
import { escapeMarkup } from '../escape-markup.ts';

/** The identity provider and the sign-in page send a browser to these: a person sees the response. */
const visited = ['/auth/login', '/auth/callback'];

/** Shows a person why a sign-in failed, with a way back; a program gets the refusal as everywhere. */
export async function showRefusedSignIn(ctx: Context, next: Next): Promise<void> {
  await next();
  if (ctx.status < 400 || !visited.includes(ctx.path)) return;
  ctx.vary('Accept');
  if (ctx.accepts('json', 'html') !== 'html') return;
  const { detail } = ctx.body as { detail: string };
  const { status } = ctx;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = pageOf(detail);
  ctx.status = status;
}

function pageOf(detail: string): string {
  const sentence = `${detail.slice(0, 1).toUpperCase()}${detail.slice(1)}.`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sign-in failed – Holdfast</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/home.css" />
  </head>
  <body>
    <main>
      <h1>This sign-in did not work</h1>
      <p>${escapeMarkup(sentence)}</p>
      <p><a href="/">Back to Holdfast</a></p>
    </main>
  </body>
</html>
`;
}
