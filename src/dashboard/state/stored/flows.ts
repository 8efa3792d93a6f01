import { signal } from '@preact/signals';
import { type Answer, call } from '../../api/client.ts';
import { newestOf } from '../../api/newest.ts';
import type { FlowSummary } from '../../api/types.ts';

/** The stored flows to choose from. Undefined: not read yet. */
export const flows = signal<readonly FlowSummary[] | undefined>(undefined);

const newest = newestOf((answer: Answer<'get', '/api/v1/call-flows'>) => (flows.value = answer.flows));

/** @throws ApiError */
export const readFlows = (): Promise<void> => newest.ask(call('get', '/api/v1/call-flows'));
