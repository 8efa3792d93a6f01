import { signal } from '@preact/signals';
import { call } from '../../api/client.ts';
import type { FlowSummary } from '../../api/types.ts';

/** The stored flows to choose from. Undefined: not read yet. */
export const flows = signal<readonly FlowSummary[] | undefined>(undefined);

export async function readFlows(): Promise<void> {
  flows.value = (await call('get', '/api/v1/call-flows')).flows;
}
