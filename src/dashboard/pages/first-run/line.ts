import type { SystemReport } from '../../state/gateway/system.ts';

/** Whether calls can be placed, and what prevents it. */
export function tellLine(
  asterisk: { ok: boolean; detail?: string } | undefined,
  trunk: SystemReport['trunk'] | undefined,
): { isThere: boolean; detail: string } {
  if (asterisk === undefined || trunk === undefined) return { isThere: false, detail: 'I am checking' };
  if (!asterisk.ok) return { isThere: false, detail: sentence(asterisk.detail ?? 'Asterisk is starting') };
  if (trunk.reachable === true && trunk.registered !== false)
    return { isThere: true, detail: `The trunk ${trunk.host} answers` };
  if (trunk.configured && trunk.reachable === null && trunk.detail === null)
    return { isThere: false, detail: `I am checking whether the trunk ${trunk.host} answers` };
  return { isThere: false, detail: sentence(trunk.detail ?? 'The trunk does not answer') };
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
