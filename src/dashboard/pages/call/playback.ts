import { computed, signal } from '@preact/signals';
import type { Recording } from '../../api/types.ts';
import { keep, readKept } from '../../state/stored/kept.ts';
import { checkSession } from '../../state/gateway/session.ts';
import type { Window } from '../../timeline/scale.ts';

const skipKey = 'skip-music';
const rates = [1, 1.5, 2] as const;
/** This close to its end a segment is not worth skipping. */
const nearMs = 250;

/**
 * The single position of a call's page, shared by picture and sound. Times are epoch milliseconds of the gateway's
 * clock.
 */
export class Playback {
  /** Undefined: nowhere yet. */
  readonly atMs = signal<number | undefined>(undefined);
  readonly isPlaying = signal(false);
  readonly rate = signal<number>(rates[0]);
  readonly skipsMusic = signal(readKept(skipKey) === 'yes');
  readonly fault = signal('');
  /** What can be heard; undefined without a recording. */
  readonly range = signal<Window | undefined>(undefined);
  /** Segments that may be skipped. */
  readonly music = signal<readonly Window[]>([]);
  /** Seconds left to hear without them. */
  readonly leftSeconds = computed(() => {
    const range = this.range.value;
    if (range === undefined) return 0;
    const passed = this.music.value.map(({ fromMs, toMs }) =>
      Math.max(0, Math.min(toMs, range.toMs) - Math.max(fromMs, range.fromMs)),
    );
    return (range.toMs - range.fromMs - passed.reduce((sum, each) => sum + each, 0)) / 1000;
  });
  #recordingId: string | undefined;
  #audio: HTMLAudioElement | undefined;

  /** @param recording the playable audio of the call; undefined when there is none (any more). */
  take(recording: Recording | undefined): void {
    if (recording?.id !== this.#recordingId) this.stop();
    this.#recordingId = recording?.id;
    if (recording === undefined) {
      this.range.value = undefined;
      return;
    }
    const fromMs = Date.parse(recording.started_at);
    const toMs = fromMs + recording.duration * 1000;
    if (this.range.peek()?.toMs !== toMs) this.range.value = { fromMs, toMs };
  }

  canPlayAt(ms: number): boolean {
    const range = this.range.value;
    return range !== undefined && ms >= range.fromMs && ms < range.toMs;
  }

  /** Moves the position; playback follows as far as there is a recording. */
  goTo(ms: number): void {
    this.fault.value = '';
    this.atMs.value = ms;
    const range = this.range.peek();
    if (range === undefined || this.#audio === undefined) return;
    if (ms < range.fromMs || ms >= range.toMs) this.#audio.pause();
    else this.#audio.currentTime = (ms - range.fromMs) / 1000;
  }

  /** Moves by this many seconds, within what is recorded. */
  move(seconds: number): void {
    const range = this.range.peek();
    if (range === undefined) return;
    const wanted = (this.atMs.peek() ?? range.fromMs) + seconds * 1000;
    this.goTo(Math.max(range.fromMs, Math.min(range.toMs - 1, wanted)));
  }

  toggle(): void {
    if (this.isPlaying.peek()) this.#audio?.pause();
    else this.play();
  }

  /** From the position, or from the beginning if that was not recorded. */
  play(): void {
    const range = this.range.peek();
    if (range === undefined) return;
    this.fault.value = '';
    const audio = (this.#audio ??= this.#open());
    const at = this.atMs.peek();
    const from = at === undefined || at < range.fromMs || at >= range.toMs - nearMs ? range.fromMs : at;
    this.atMs.value = from;
    audio.currentTime = (from - range.fromMs) / 1000;
    audio.playbackRate = this.rate.peek();
    audio.play().catch((error: unknown) => {
      // A pause before the first sound is not an error.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      this.#fail();
    });
  }

  nextRate(): void {
    const next = rates[(rates.findIndex((each) => each === this.rate.peek()) + 1) % rates.length];
    this.rate.value = next ?? 1;
    if (this.#audio !== undefined) this.#audio.playbackRate = this.rate.peek();
  }

  skipMusic(on: boolean): void {
    this.skipsMusic.value = on;
    keep(skipKey, on ? 'yes' : undefined);
  }

  /** Called when the page is left or the recording is gone. */
  stop(): void {
    const audio = this.#audio;
    this.#audio = undefined;
    this.isPlaying.value = false;
    if (audio === undefined) return;
    audio.onerror = null;
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
  }

  #open(): HTMLAudioElement {
    const audio = new Audio(addressOf(this.#recordingId ?? ''));
    audio.onplay = () => {
      this.isPlaying.value = true;
      this.#follow(audio);
    };
    // Hidden pages are not redrawn.
    audio.ontimeupdate = () => this.#look(audio);
    audio.onpause = audio.onended = () => (this.isPlaying.value = false);
    audio.onerror = () => this.#fail();
    return audio;
  }

  #fail(): void {
    this.stop();
    this.fault.value = 'The recording cannot be played. It may have been deleted.';
    // Browsers do not say why; if the session is over, this check finds out.
    void checkSession().catch(() => undefined);
  }

  /** Runs with each animation frame while it plays. */
  #follow(audio: HTMLAudioElement): void {
    if (this.#look(audio)) requestAnimationFrame(() => this.#follow(audio));
  }

  /** @returns whether it is playing. */
  #look(audio: HTMLAudioElement): boolean {
    const range = this.range.peek();
    if (audio !== this.#audio || range === undefined || !this.isPlaying.peek()) return false;
    const at = range.fromMs + audio.currentTime * 1000;
    this.atMs.value = at;
    if (this.skipsMusic.peek() && !audio.seeking) this.#passOver(at, range, audio);
    return true;
  }

  #passOver(at: number, range: Window, audio: HTMLAudioElement): void {
    const stretch = this.music.peek().find(({ fromMs, toMs }) => at >= fromMs && at < toMs - nearMs);
    if (stretch === undefined) return;
    if (stretch.toMs < range.toMs) audio.currentTime = (stretch.toMs - range.fromMs) / 1000;
    else {
      audio.pause();
      this.atMs.value = range.toMs;
    }
  }
}

export const addressOf = (recordingId: string): string =>
  `/api/v1/recordings/${encodeURIComponent(recordingId)}`;
