/**
 * Without the speaker's echo and the room's hum, as a telephone has it.
 * @param id '' for the browser's own choice, which also takes the place of one that is not plugged in.
 */
export function openMicrophone(id: string): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: {
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      ...(id === '' ? {} : { deviceId: { ideal: id } }),
    },
    video: false,
  });
}
