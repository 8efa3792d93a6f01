import { explain } from '../api/errors.ts';

/**
 * Opens the microphone with echo cancellation and noise suppression, like a telephone.
 * @param id '' for the browser's default, which is also used when the chosen one is not plugged in.
 */
export async function openMicrophone(id: string): Promise<MediaStream> {
  if (id === '') return open({});
  try {
    // Chromium ranks `ideal` below its own default.
    return await open({ deviceId: { exact: id } });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OverconstrainedError') return open({});
    throw error;
  }
}

const open = (which: MediaTrackConstraints): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...which },
    video: false,
  });

/** Why it could not be opened, in plain words. */
export function microphoneFault(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return 'This page may not use the microphone. Allow it in the address bar, then try again.';
  if (name === 'NotFoundError') return 'This device has no microphone.';
  if (name === 'NotReadableError') return 'Another program holds the microphone.';
  return explain(error);
}
