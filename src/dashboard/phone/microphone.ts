/**
 * Without the speaker's echo and the room's hum, as a telephone has it.
 * @param id '' for the browser's own choice, which also takes the place of one that is not plugged in.
 */
export async function openMicrophone(id: string): Promise<MediaStream> {
  if (id === '') return open({});
  try {
    // Chromium takes `ideal` for less than its own choice.
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
