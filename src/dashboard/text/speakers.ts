import type { IconName } from '../icons/names.ts';

/** Who said a line: a person, a machine of theirs, this gateway, or the owner. */
export interface Speaker {
  name: string;
  icon: IconName;
  isOwner: boolean;
}

/** @param company what the far end is called. Kinds of newer gateways are the far end's. */
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

/** Nothing where it was said once. */
export const timesHeardText = (times: number): string => (times > 1 ? `heard ${times} times` : '');
