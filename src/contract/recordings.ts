import Joi from 'joi';
import { recordingFormats, recordingStates } from '../domain/recording.ts';
import type { Peaks, RecordingWithExpiry } from '../recordings/recording-desk.ts';
import type { RecordingPage } from '../recordings/store.ts';
import { company } from './call-answers.ts';
import { toIso, toIsoOrNull, toThousandths } from './call-views.ts';
import { cursor, fraction, id, seconds, timestamp } from './values.ts';

export const recordingsQuery = Joi.object({
  call_id: id().empty('').description('only recordings of this call'),
  limit: Joi.number().integer().min(1).max(200).default(50),
  cursor: cursor().empty(''),
});
export interface RecordingsQuery {
  call_id?: string;
  limit: number;
  cursor?: string;
}

const recordingView = Joi.object({
  id: Joi.string().required(),
  call_id: Joi.string().required(),
  number: Joi.string().required(),
  company,
  state: Joi.string()
    .valid(...recordingStates)
    .required()
    .description('kept: it can be played; lost: nothing of it could be saved'),
  format: Joi.string()
    .valid(...recordingFormats)
    .required(),
  started_at: timestamp().required(),
  ended_at: timestamp().allow(null).required(),
  duration: seconds().required(),
  file_size: Joi.number().integer().min(0).required(),
  fault: Joi.string()
    .allow(null)
    .required()
    .description('why part of the call is missing from it; null when nothing is'),
  expires_at: timestamp().allow(null).required().description('when it is deleted for its age; null: never'),
});

export const recordingsView = Joi.object({
  recordings: Joi.array().items(recordingView).required(),
  total: Joi.number().integer().min(0).required(),
  total_size: Joi.number().integer().min(0).required().description('bytes of all files together'),
  next_cursor: Joi.string().allow(null).required(),
});

export const peaksQuery = Joi.object({
  count: Joi.number()
    .integer()
    .min(1)
    .max(10_000)
    .default(1000)
    .description('the largest number of stretches'),
});
export interface PeaksQuery {
  count: number;
}

const side = Joi.array().items(fraction()).required();
export const peaksView = Joi.object({
  duration: seconds().required(),
  owner: side.description('the peaks of each stretch of what the far end was sent'),
  far: side.description('the same for what the far end said'),
});

export function viewRecordings(
  page: Omit<RecordingPage, 'recordings'> & { recordings: readonly RecordingWithExpiry[] },
) {
  return {
    recordings: page.recordings.map((recording) => ({
      id: recording.id,
      call_id: recording.callId,
      number: recording.number,
      company: recording.company,
      state: recording.state,
      format: recording.format,
      started_at: toIso(recording.startedAtMs),
      ended_at: toIsoOrNull(recording.endedAtMs),
      duration: toThousandths(recording.seconds),
      file_size: recording.fileBytes,
      fault: recording.fault,
      expires_at: toIsoOrNull(recording.expiresAtMs),
    })),
    total: page.total,
    total_size: page.totalBytes,
    next_cursor: page.nextCursor,
  };
}

export function viewPeaks({ seconds: duration, owner, far }: Peaks) {
  return { duration, owner, far };
}
