import type { Playback } from './playback.ts';

interface MomentButtonProps {
  atMs: number;
  /** Since the call began. */
  text: string;
  playback: Playback;
}

/** Jumps to a moment of the call. If that was not recorded, only the time is shown: there is nothing to hear. */
export function MomentButton({ atMs, text, playback }: MomentButtonProps) {
  const time = new Date(atMs).toISOString();
  if (playback.range.value !== undefined && !playback.canPlayAt(atMs))
    return (
      <time class="num faint" dateTime={time} title="Not recorded">
        {text}
      </time>
    );
  return (
    <button type="button" class="moment num" aria-label={`Go to ${text}`} onClick={() => playback.goTo(atMs)}>
      <time dateTime={time}>{text}</time>
    </button>
  );
}
