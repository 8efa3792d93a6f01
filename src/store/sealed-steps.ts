import type { ListenOption, Step } from '../domain/flow.ts';
import { digitsMask, mapSecretDigits } from '../domain/flow-secrets.ts';
import { UnreadableSecret } from '../domain/unreadable-secret.ts';
import { isSealed } from '../secrets/sealed-text.ts';
import type { Sealer } from '../secrets/sealer.ts';

/** Where a step's digits are stored. The place is part of the encryption, so this never changes. */
function placeOf(flowId: string, step: Step, option: ListenOption | undefined): string {
  const within = option === undefined ? [flowId, step.id] : [flowId, step.id, option.match];
  return `flows.digits ${JSON.stringify(within)}`;
}

/** The steps in stored form. */
export function sealSteps(flowId: string, steps: readonly Step[], sealer: Sealer): Step[] {
  return mapSecretDigits(steps, (digits, step, option) => sealer.seal(digits, placeOf(flowId, step, option)));
}

/** Unreadable digits become the mask: the flow can still be shown and edited, but no call uses it. */
export function openSteps(flowId: string, stored: readonly Step[], sealer: Sealer): Step[] {
  return mapSecretDigits(stored, (digits, step, option) => {
    const opened = sealer.open(digits, placeOf(flowId, step, option));
    return opened instanceof UnreadableSecret ? digitsMask : opened;
  });
}

/** The secret digits of stored steps, sealed or not, each with its place. */
export function listStoredDigits(
  flowId: string,
  stored: readonly Step[],
): { step: Step; stored: string; place: string }[] {
  const found: { step: Step; stored: string; place: string }[] = [];
  mapSecretDigits(stored, (digits, step, option) => {
    found.push({ step, stored: digits, place: placeOf(flowId, step, option) });
    return digits;
  });
  return found;
}

/** Seals all secret digits in stored steps; already sealed ones stay unchanged. */
export function sealClearSteps(flowId: string, stored: readonly Step[], sealer: Sealer): Step[] {
  return mapSecretDigits(stored, (digits, step, option) =>
    isSealed(digits) ? digits : sealer.seal(digits, placeOf(flowId, step, option)),
  );
}
