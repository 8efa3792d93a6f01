import { signal } from '@preact/signals';
import { type Answer, call } from '../../api/client.ts';
import { newestOf } from '../../api/newest.ts';

/** What the gateway reports only to the owner. Undefined: not read yet. */

export type SystemReport = Answer<'get', '/api/v1/system'>;
export const systemReport = signal<SystemReport | undefined>(undefined);

const newest = newestOf((report: SystemReport) => (systemReport.value = report));

/** @throws ApiError */
export const readSystem = (): Promise<void> => newest.ask(call('get', '/api/v1/system'));
