import { sentence } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { isForgotten, isOver, type LiveCall } from '../../state/call/live-call.ts';
import type { CallData } from './call-data.ts';

/** Why there is nothing, or not everything, to hear; empty if all is well or no recording was requested. */
export function RecordingNotice({ live, data }: { live: LiveCall; data: CallData }) {
  const text = noticeOf(live, data);
  if (text === '') return null;
  return (
    <p class="muted sm row recording-notice">
      <Icon name="audio-waveform" />
      <span>{text}</span>
    </p>
  );
}

function noticeOf(live: LiveCall, data: CallData): string {
  if (data.recordingFault.value !== '') return `The recording: ${data.recordingFault.value}`;
  const recording = data.recording.value;
  if (recording === undefined) return '';
  const story = live.story.value;
  const deleted = story.findLast(({ type }) => type === 'recording_deleted');
  if (recording === null) {
    if (deleted?.type === 'recording_deleted') return deletedText(deleted.data.reason);
    if (!live.view.value.services.recording) return '';
    const unable = story.findLast(
      (event) => event.type === 'service_unavailable' && event.data.service === 'recording',
    );
    if (unable?.type === 'service_unavailable')
      return `This call ${isOver(live.status) ? 'was' : 'is'} not recorded: ${unable.data.reason}.`;
    if (!isOver(live.status)) return 'Recording starts when they answer.';
    return isForgotten(story) ? 'There is no recording any more.' : 'This call was not recorded.';
  }
  const { state, fault } = recording;
  if (state === 'recording') return 'It is being recorded. You can play it here when the call is over.';
  if (state === 'finishing') return 'The recording is being finished. You can play it here in a moment.';
  if (state === 'lost') return `The recording was lost${fault === null ? '.' : `: ${sentence(fault)}`}`;
  return fault === null ? '' : `Part of the recording is missing: ${sentence(fault)}`;
}

/** `asked for` is the gateway's reason for a deletion by the owner (src/recordings/recording-desk.ts). */
const deletedText = (reason: string): string =>
  reason === 'asked for' ? 'You deleted the recording.' : `The recording was deleted: ${reason}.`;
