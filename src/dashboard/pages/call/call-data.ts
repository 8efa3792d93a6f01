import { signal } from '@preact/signals';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { Peaks, Recording, TranscriptChunk } from '../../api/types.ts';
import { findCall, readCall } from '../../state/calls/calls.ts';
import { isOver, type LiveCall } from '../../state/call/live-call.ts';

/** Enough to zoom into an hour. */
const peakCount = 4_000;

/** One call, live or over, with its transcript and recording. */
export class CallData {
  readonly call = signal<LiveCall | undefined>(undefined);
  /** For a call that is over. Undefined: not read or not available; the stream's version stands in. */
  readonly transcript = signal<readonly TranscriptChunk[] | undefined>(undefined);
  /** The playable one, else the newest; null: none. Undefined: not read yet. */
  readonly recording = signal<Recording | null | undefined>(undefined);
  readonly peaks = signal<Peaks | undefined>(undefined);
  readonly fault = signal<string | undefined>(undefined);
  /** Why the recording or its waveform could not be read. */
  readonly recordingFault = signal('');
  /** Identifies the newest request when the page moves from call to call. */
  #asked = 0;

  async read(id: string): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    try {
      const known = findCall(id);
      const found = known !== undefined && !isOver(known.status) ? known : await readCall(id);
      if (mine !== this.#asked) return;
      if (found === undefined) {
        this.fault.value = 'This call does not exist (any more).';
        return;
      }
      this.call.value = found;
      this.fault.value = undefined;
      await Promise.all([
        isOver(found.status) ? this.#readTranscript(id, mine) : undefined,
        this.#readRecording(id, mine),
      ]);
    } catch (error) {
      if (mine === this.#asked) this.fault.value = explain(error);
    }
  }

  async #readTranscript(id: string, mine: number): Promise<void> {
    const { chunks } = await call('get', '/api/v1/calls/{call_id}/transcript', { path: { call_id: id } });
    if (mine === this.#asked) this.transcript.value = chunks;
  }

  /** A recording that cannot be read must not remove what is already shown. */
  async #readRecording(id: string, mine: number): Promise<void> {
    try {
      const { recordings } = await call('get', '/api/v1/recordings', { query: { call_id: id } });
      if (mine !== this.#asked) return;
      const recording = recordings.find(({ state }) => state === 'kept') ?? recordings[0] ?? null;
      if (recording?.state === 'kept') {
        if (recording.id !== this.recording.peek()?.id || this.peaks.peek() === undefined)
          await this.#readPeaks(recording.id, mine);
      } else this.peaks.value = undefined;
      if (mine !== this.#asked) return;
      this.recording.value = recording;
      this.recordingFault.value = '';
    } catch (error) {
      if (mine === this.#asked) this.recordingFault.value = explain(error);
    }
  }

  async #readPeaks(recordingId: string, mine: number): Promise<void> {
    const peaks = await readPeaks(recordingId);
    if (mine === this.#asked) this.peaks.value = peaks;
  }

  /** @throws ApiError */
  async deleteRecording(): Promise<void> {
    const recording = this.recording.peek();
    if (recording == null) return;
    await call('delete', '/api/v1/recordings/{recording_id}', { path: { recording_id: recording.id } });
    this.recording.value = null;
    this.peaks.value = undefined;
  }
}

/** Undefined when the waveform is gone: the recording plays without it. */
async function readPeaks(recordingId: string): Promise<Peaks | undefined> {
  return await call('get', '/api/v1/recordings/{recording_id}/peaks', {
    path: { recording_id: recordingId },
    query: { count: peakCount },
  }).catch(() => undefined);
}
