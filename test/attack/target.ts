import { connect } from 'node:net';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { digestOf, newSecret } from '../../src/identity/secret.ts';
import { tokenPrefix } from '../../src/identity/tokens/token-desk.ts';
import { startEdge, type Edge } from '../mcp/edge.ts';

/**
 * What is attacked: the edge in this process, or a service that was started elsewhere, named by ATTACK_URL and ATTACK_TOKEN (a
 * token of its owner). It must have no calls of its own meanwhile.
 */
export interface Target {
  url: string;
  port: number;
  token: string;
  /** Credentials that were good once, or look like it. */
  stolen: Record<string, string>;
  /** Undefined for a service elsewhere. */
  edge: Edge | undefined;
  send(request: HostileRequest): Promise<Answer>;
  /** Calls that the service knows of, of any state. */
  callCount(): Promise<number>;
  isAlive(): Promise<boolean>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface HostileRequest {
  method?: string;
  /** As it stands, untidied. */
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export async function openTarget(): Promise<Target> {
  const { ATTACK_URL: url, ATTACK_TOKEN: token } = process.env;
  if (url === undefined || token === undefined) return targetOf(await startEdge());
  return remoteTarget(new URL(url), token, undefined);
}

async function targetOf(edge: Edge): Promise<Target> {
  const target = await remoteTarget(new URL(edge.url), edge.token, edge);
  const expired = tokenPrefix + newSecret();
  await edge.store.prisma.personalAccessToken.create({
    data: {
      id: 'pat_expired',
      name: 'expired',
      digest: digestOf(expired),
      createdAt: new Date(0),
      expiresAt: new Date(Date.now() - 1),
    },
  });
  target.stolen['expired'] = expired;
  return target;
}

async function remoteTarget(at: URL, token: string, edge: Edge | undefined): Promise<Target> {
  const port = Number(at.port);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const made = await fetch(new URL('/api/v1/tokens', at), {
    method: 'POST',
    headers,
    body: '{"name":"attack"}',
  });
  const { id, token: revoked } = (await made.json()) as { id: string; token: string };
  await fetch(new URL(`/api/v1/tokens/${id}`, at), { method: 'DELETE', headers });
  const target: Target = {
    url: at.origin,
    port,
    token,
    stolen: {
      revoked,
      truncated: token.slice(0, -1),
      extended: `${token}A`,
      'in other letters': token.toUpperCase(),
      'without its prefix': token.replace(tokenPrefix, ''),
      unknown: tokenPrefix + newSecret(),
      'a digest of it': digestOf(token),
      'an unsigned JSON Web Token': 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJvd25lciJ9.',
      'a JSON Web Token of nobody':
        'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiJvd25lciJ9.c2lnbmF0dXJl',
    },
    edge,
    send: (request) => send(port, request),
    async callCount() {
      const answer = await send(port, { path: '/api/v1/calls?state=all', headers });
      return (JSON.parse(answer.text) as { total: number }).total;
    },
    isAlive: async () => (await send(port, { path: '/health' })).status === 200,
    async [Symbol.asyncDispose]() {
      kept.destroy();
      await edge?.[Symbol.asyncDispose]();
    },
  };
  return target;
}

/** For requests without a body; one that is refused before its body was read may end the connection. */
const kept = new Agent({ keepAlive: true, maxSockets: 1 });

function send(port: number, { method = 'GET', path, headers = {}, body }: HostileRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...length, ...headers },
        agent: body === undefined ? kept : false,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
        response.on('error', reject);
        // A stream that should not have been opened never ends by itself.
        if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          request.destroy();
        }
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Bytes as they stand. @returns everything that came back until the service closed the connection. */
export function sendBytes(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (text += chunk));
    // A service that closes while more is coming resets the connection; what it said before counts.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

/** The fault of an answer that should be a refusal, undefined for a good one. */
export function findFault(what: string, answer: Answer, statuses: readonly number[]): string | undefined {
  if (!statuses.includes(answer.status))
    return `${what}: ${answer.status}, not ${statuses.join(' or ')}: ${answer.text.slice(0, 120)}`;
  if (answer.text === '') return undefined;
  try {
    const body = JSON.parse(answer.text) as { detail?: unknown };
    const isOneField = Object.keys(body).length === 1 && typeof body.detail === 'string';
    return isOneField ? undefined : `${what}: body ${answer.text.slice(0, 120)}`;
  } catch {
    return `${what}: no JSON: ${answer.text.slice(0, 120)}`;
  }
}
