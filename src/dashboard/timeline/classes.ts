import type { IconName } from '../icons/names.ts';
import type { AudioClass } from '../../domain/audio-class.ts';

/** The type of a segment: a class of sound, or the owner's own conversation. */
export type StretchType = AudioClass | 'you';

export interface StretchClass {
  /** The more like a person, the higher: a share of the strip. */
  height: number;
  name: string;
  icon: IconName;
}

/** A class's identification besides colour and texture. */
export const stretchClasses: Record<StretchType, StretchClass> = {
  silence: { height: 0.1, name: 'Silence', icon: 'minus' },
  tone: { height: 0.3, name: 'Tone', icon: 'audio-waveform' },
  dtmf: { height: 0.3, name: 'Key tones', icon: 'hash' },
  ringing: { height: 0.42, name: 'Ringing', icon: 'bell' },
  music: { height: 0.46, name: 'Music', icon: 'music' },
  announcement: { height: 0.64, name: 'Announcement', icon: 'megaphone' },
  ivr_prompt: { height: 0.76, name: 'Menu', icon: 'grip' },
  live_human: { height: 1, name: 'A person', icon: 'user-round' },
  you: { height: 1, name: 'You', icon: 'mic' },
};

/** For classes only a newer gateway knows. */
export const heightOf = (type: string): number =>
  (stretchClasses as Record<string, StretchClass>)[type]?.height ?? 0.1;

/** The class used to paint a segment: the owner's conversation is the solid green of a person. */
export const paintOf = (type: StretchType): string => (type === 'you' ? 'live_human' : type);
