import type { IconName } from '../icons/names.ts';

/** Who said a line: a person, their machine, this gateway, or the owner. */
export interface Speaker {
  name: string;
  icon: IconName;
  isOwner: boolean;
}

/** @param company the far end's name. Unknown kinds from newer gateways count as the far end. */
export function speakerOf(
  { speaker, kind = null }: { speaker: string; kind?: string | null | undefined },
  company: string,
): Speaker {
  if (speaker === 'owner' || kind === 'owner') return { name: 'You', icon: 'mic', isOwner: true };
  if (speaker === 'holdfast' || kind === 'holdfast')
    return { name: 'Holdfast', icon: 'volume-2', isOwner: false };
  if (kind === 'menu') return { name: 'Menu', icon: 'grip', isOwner: false };
  if (kind === 'announcement') return { name: 'Announcement', icon: 'megaphone', isOwner: false };
  return { name: company, icon: 'user-round', isOwner: false };
}

/** Empty if it was said once. */
export const timesHeardText = (times: number): string => (times > 1 ? `heard ${times} times` : '');
