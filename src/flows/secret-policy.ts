import { AppError } from '../domain/errors.ts';
import type { Flow } from '../domain/flow.ts';
import { digitsMask, secretDigits } from '../domain/flow-secrets.ts';
import { covers, type Scope } from '../domain/scope.ts';
import type { FlowLookup } from './desk.ts';

/**
 * The one rule for where a flow's secret digits may go: to its own number and to those of its company's flows. Anyone
 * who may edit flows may use it elsewhere, since they could add the number to it; anyone who may only place calls
 * could otherwise have a PIN sent to a number of their own.
 * @throws AppError `refused`, `conflict` (the digits cannot be read)
 */
export async function permitSecrets(
  flow: Flow,
  number: string,
  placedWith: Scope,
  flows: Pick<FlowLookup, 'numbersOfCompany'>,
): Promise<void> {
  const secrets = secretDigits(flow.steps);
  const unreadable = secrets.find(({ digits }) => digits === digitsMask);
  if (unreadable !== undefined)
    throw new AppError(
      'conflict',
      `step "${unreadable.step.id}" of the call flow "${flow.id}": its secret digits cannot be read; type them again, or restore the earlier SECRETS_KEY`,
    );
  if (secrets.length === 0 || flow.phoneNumber === number || covers(placedWith, 'admin')) return;
  if (flow.company !== '' && (await flows.numbersOfCompany(flow.company)).includes(number)) return;
  throw new AppError(
    'refused',
    `"call_flow_id": the call flow "${flow.id}" holds secret digits, and ${number} is neither its number nor one of its company's; only a token with the scope "admin" may send them there`,
  );
}
