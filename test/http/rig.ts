import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http';
import WebSocket from 'ws';
import type { AddressRules } from '../../src/devices/address.ts';
import { HostGuard, type HostGuardOptions } from '../../src/devices/host-guard.ts';
import { createDeviceDesk } from '../../src/devices/device-desk.ts';
import type { DeviceLines, DeviceRegistration } from '../../src/devices/desk.ts';
import { AppError } from '../../src/domain/errors.ts';
import { parsePhoneNumber } from '../../src/domain/phone-number.ts';
import { createFlowDesk } from '../../src/flows/flow-desk.ts';
import { createHttpApp, type HttpNeeds } from '../../src/http/app.ts';
import { personRoute } from '../../src/http/routes/call-persons.ts';
import { numberRoutes } from '../../src/http/routes/numbers.ts';
import { webhookRoutes } from '../../src/http/routes/webhooks.ts';
import { createWebhooks } from '../../src/webhooks/index.ts';
import type { Authenticator } from '../../src/identity/gate.ts';
import type { Store } from '../../src/store/open.ts';
import { type LogLine, memoryLog, withStore } from '../store/fixtures.ts';
import { numberDeskOf } from '../rig/number-desk.ts';
import { ScriptedDesk } from '../rig/scripted-desk.ts';
import { openGuard } from '../rig/open-guard.ts';

export const ownerToken = 'owner-token-for-these-tests';
export const foreignToken = 'token-of-somebody-else';

export interface Rig {
  url: string;
  port: number;
  store: Store;
  calls: ScriptedDesk;
  lines: MemoryLines;
  log: { lines: LogLine[] };
  /** Flows that a call uses. */
  flowsInUse: Set<string>;
  telephony: { unavailable: string | undefined; trunkFault?: string };
  revoke(): void;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** With the owner's token; a body is sent as JSON. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The path and the headers as they stand, without a token. */
  send(
    method: string,
    path: string,
    options: { body?: string | Uint8Array | undefined; headers: Record<string, string> },
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: Answer['body'] }>;
  openStream(query?: string, options?: WebSocket.ClientOptions): WebSocket;
}

export interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line no-explicit-any -- whatever JSON the service answered
  body: any;
}

export class MemoryLines implements DeviceLines {
  readonly pushed: DeviceRegistration[] = [];
  readonly removed: string[] = [];
  readonly online = new Set<string>();
  #listener: ((deviceId: string, isOnline: boolean) => void) | undefined;

  push(registration: DeviceRegistration): Promise<void> {
    this.pushed.push(registration);
    return Promise.resolve();
  }

  pushedAll(): Promise<void> {
    return Promise.resolve();
  }

  remove(deviceId: string): Promise<void> {
    this.removed.push(deviceId);
    return Promise.resolve();
  }

  isOnline(deviceId: string): boolean {
    return this.online.has(deviceId);
  }

  onChange(listener: (deviceId: string, isOnline: boolean) => void): () => void {
    this.#listener = listener;
    return () => (this.#listener = undefined);
  }

  onMove(): () => void {
    return () => undefined;
  }

  turn(deviceId: string, isOnline: boolean): void {
    if (isOnline) this.online.add(deviceId);
    else this.online.delete(deviceId);
    this.#listener?.(deviceId, isOnline);
  }
}

/** Two bearer tokens, so that the gate itself is under test and identity is not. */
function createGate(): { authenticator: Authenticator; revoke(): void } {
  const listeners = new Set<() => void>();
  return {
    revoke: () => {
      for (const listener of listeners) listener();
    },
    authenticator: {
      identify(request: IncomingMessage) {
        const offered = request.headers['sec-websocket-protocol']?.split(',')[1]?.trim();
        const token = request.headers.authorization?.replace(/^Bearer /, '') ?? offered;
        if (token === foreignToken)
          return Promise.reject(new AppError('forbidden', 'you are not the owner of this service'));
        if (token !== ownerToken)
          return Promise.reject(new AppError('unauthenticated', 'a bearer token is required'));
        return Promise.resolve({
          id: 'pat_test',
          name: 'test',
          scope: 'admin',
          isPage: false,
          tokenBounds: { parentId: null, endsAtMs: Infinity },
          onRevoked: (listener: () => void) => {
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
        });
      },
    },
  };
}

/** Hosts as a test's own DNS has them; the trunk is `trunk.test`. */
export function testHostGuard(changes: Partial<HostGuardOptions> = {}): HostGuard {
  const zone: Record<string, string[]> = {
    'trunk.test': ['198.51.100.7'],
    'alias.test': ['198.51.100.7'],
    'phone.example': ['203.0.113.4'],
  };
  return new HostGuard({
    trunk: 'trunk.test',
    gateway: { address: '192.0.2.1', ports: [5060, 5061] },
    allowNumericUsers: false,
    resolve: async (host) => (/^[0-9.]+$/.test(host) ? [host] : (zone[host] ?? [])),
    machineAddresses: () => ['192.0.2.1'],
    ...changes,
  });
}

/** The rules for device addresses: only numbers with the calling code 1 are permitted. */
export const testAddressRules: AddressRules = {
  ownHosts: ['gateway.test:5060', '192.0.2.1:5060'],
  hosts: testHostGuard(),
  permitNumber(typed, field) {
    const number = parsePhoneNumber(typed, field);
    if (number.countryCode !== '1') throw new AppError('refused', 'allowed_countries: not allowed');
    return number.e164;
  },
};

export function withRig(
  act: (rig: Rig) => Promise<void>,
  changing: Partial<HttpNeeds> | ((store: Store) => Partial<HttpNeeds>) = {},
): Promise<void> {
  return withStore(async (store) => {
    const changes = typeof changing === 'function' ? changing(store) : changing;
    const log = memoryLog();
    const gate = createGate();
    const calls = await ScriptedDesk.create(store);
    const lines = new MemoryLines();
    const flowsInUse = new Set<string>();
    const telephony: Rig['telephony'] = { unavailable: undefined };
    const devices = createDeviceDesk({
      store: store.devices,
      lines,
      journal: store.journal,
      isToldByPush: () => false,
      isArriving: () => false,
      log,
      rules: testAddressRules,
    });
    await devices.start();
    const webhooks = createWebhooks({
      store: store.webhooks,
      journal: store.journal,
      calls: store.calls,
      log,
      guard: openGuard,
      retryMs: [20, 40],
    });
    webhooks.start();
    const app = createHttpApp({
      calls,
      devices,
      flows: createFlowDesk({ store: store.flows, isFlowInUse: (id) => flowsInUse.has(id) }),
      journal: store.journal,
      authenticator: gate.authenticator,
      health: {
        version: '0.0.0-test',
        telephonyUnavailable: () => telephony.unavailable,
        trunkFault: () => telephony.trunkFault,
        journalFaulty: () => store.journal.faulty,
        journalLosses: () => store.journal.losses,
        pingDatabase: () => store.ping(),
      },
      log,
      publicUrl: 'http://127.0.0.1',
      ...changes,
      routes: [
        ...webhookRoutes(webhooks.desk),
        ...numberRoutes(numberDeskOf(store)),
        personRoute({ calls, journal: store.journal }),
        ...(changes.routes ?? []),
      ],
    });
    const { port } = await app.listen('127.0.0.1', 0);
    const url = `http://127.0.0.1:${port}`;
    const sockets: WebSocket[] = [];
    const rig: Rig = {
      url,
      port,
      store,
      calls,
      lines,
      log,
      flowsInUse,
      telephony,
      revoke: () => gate.revoke(),
      fetch: (path, init) => fetch(`${url}${path}`, { redirect: 'manual', ...init }),
      async ask(method, path, body, headers = {}) {
        const isText = typeof body === 'string';
        const answer = await fetch(`${url}${path}`, {
          method,
          redirect: 'manual',
          headers: {
            Authorization: `Bearer ${ownerToken}`,
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
        });
        const text = await answer.text();
        return {
          status: answer.status,
          headers: answer.headers,
          body: answer.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text,
        };
      },
      send: (method, path, { body, headers }) =>
        new Promise((resolve, reject) => {
          const withType = body === undefined ? headers : { 'Content-Type': 'application/json', ...headers };
          const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
          const sent = httpRequest({
            port,
            host: '127.0.0.1',
            method,
            path,
            headers: { ...withType, ...length },
          });
          sent.on('error', reject);
          sent.on('response', (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () => {
              const text = Buffer.concat(chunks).toString();
              const isJson = response.headers['content-type']?.includes('json') === true && text !== '';
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: isJson ? JSON.parse(text) : text,
              });
            });
          });
          sent.end(body);
        }),
      openStream(query = '', options = { headers: { Authorization: `Bearer ${ownerToken}` } }) {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/events${query}`, options);
        socket.on('error', () => undefined);
        sockets.push(socket);
        return socket;
      },
    };
    try {
      await act(rig);
    } finally {
      for (const socket of sockets) socket.terminate();
      await webhooks.stop();
      await app.close();
      await calls.close({ endCalls: true });
      devices.stop();
    }
  });
}
