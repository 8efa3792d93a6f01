import type { ListenOption, Step } from '../domain/flow.ts';
import { digitsMask, mapSecretDigits } from '../domain/flow-secrets.ts';
import { UnreadableSecret } from '../domain/unreadable-secret.ts';
import type { Sealer } from '../secrets/sealer.ts';

/** Where the digits of a step are kept; part of what they are sealed with, so this never changes. */
function placeOf(flowId: string, step: Step, option: ListenOption | undefined): string {
  const within = option === undefined ? [flowId, step.id] : [flowId, step.id, option.match];
  return `flows.digits ${JSON.stringify(within)}`;
}

/** The steps as they are stored. */
export function sealSteps(flowId: string, steps: readonly Step[], sealer: Sealer): Step[] {
  return mapSecretDigits(steps, (digits, step, option) => sealer.seal(digits, placeOf(flowId, step, option)));
}

/** Digits that cannot be read are the mask: the flow is shown and changed all the same, and used by no call. */
export function openSteps(flowId: string, stored: readonly Step[], sealer: Sealer): Step[] {
  return mapSecretDigits(stored, (digits, step, option) => {
    const opened = sealer.open(digits, placeOf(flowId, step, option));
    return opened instanceof UnreadableSecret ? digitsMask : opened;
  });
}

/** The secret digits of stored steps with their places. */
export function listSealed(
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

/** Stored steps with all secret digits sealed; those that are stay as they are. */
export function sealClearSteps(
  flowId: string,
  stored: readonly Step[],
  isSealed: (text: string) => boolean,
  sealer: Sealer,
): Step[] {
  return mapSecretDigits(stored, (digits, step, option) =>
    isSealed(digits) ? digits : sealer.seal(digits, placeOf(flowId, step, option)),
  );
}
