import type { FileHandle } from 'node:fs/promises';
import * as contract from '../../contract/recordings.ts';
import { deletedView } from '../../contract/values.ts';
import type { RecordingDesk } from '../../recordings/recording-desk.ts';
import { type ApiAnswer, type ApiRequest, type ApiRoute, param } from '../api-route.ts';
import { chooseRange } from '../byte-range.ts';

const types = { wav: 'audio/wav', ogg: 'audio/ogg' } as const;

export function recordingRoutes(recordings: RecordingDesk): ApiRoute[] {
  const tag = 'recordings';
  const sample = async () => {
    const { recordings: newest } = await recordings.list({ callId: undefined, limit: 50, cursor: undefined });
    return { params: { recording_id: newest.find(({ state }) => state === 'kept')?.id } };
  };
  return [
    {
      method: 'get',
      path: '/recordings',
      tag,
      operationId: 'listRecordings',
      scope: 'read',
      summary: 'List recordings, newest first',
      query: contract.recordingsQuery,
      answers: { 200: { description: 'One page of recordings.', schema: contract.recordingsView } },
      handle: async (request) => {
        const { call_id: callId, limit, cursor } = request.query as contract.RecordingsQuery;
        return {
          status: 200,
          body: contract.viewRecordings(await recordings.list({ callId, limit, cursor })),
        };
      },
    },
    {
      method: 'get',
      path: '/recordings/:recording_id',
      tag,
      operationId: 'playRecording',
      sample,
      // What people said, account numbers included, is the most sensitive data readable here (docs/security.md).
      scope: 'admin',
      summary: 'Play a recording: the owner left, the far end right',
      takesRange: true,
      answers: {
        200: { description: 'All of it.', types: Object.values(types) },
        206: { description: 'The part that was asked for.', types: Object.values(types) },
        304: { description: 'The client has it already (If-None-Match).', types: [] },
      },
      errors: ['not_found', 'conflict', 'not_in_range'],
      handle: (request) => play(request, recordings),
    },
    {
      method: 'get',
      path: '/recordings/:recording_id/peaks',
      tag,
      operationId: 'getRecordingPeaks',
      sample,
      scope: 'read',
      summary: 'Show how loud each side was, for drawing',
      query: contract.peaksQuery,
      answers: { 200: { description: 'Both sides.', schema: contract.peaksView } },
      errors: ['not_found', 'conflict'],
      handle: async (request) => {
        const { count } = request.query as contract.PeaksQuery;
        return {
          status: 200,
          body: contract.viewPeaks(await recordings.peaks(param(request, 'recording_id'), count)),
        };
      },
    },
    {
      method: 'delete',
      path: '/recordings/:recording_id',
      tag,
      operationId: 'deleteRecording',
      scope: 'admin',
      summary: 'Delete a recording',
      answers: { 200: { description: 'The recording was deleted.', schema: deletedView } },
      errors: ['not_found', 'conflict'],
      handle: async (request) => {
        const id = param(request, 'recording_id');
        await recordings.remove(id);
        return { status: 200, body: { id, deleted: true } };
      },
    },
  ];
}

async function play(request: ApiRequest, recordings: RecordingDesk): Promise<ApiAnswer> {
  const { recording, file, bytes } = await recordings.open(param(request, 'recording_id'));
  try {
    const etag = `"${recording.id}-${bytes}"`;
    const part = chooseRange(request.range, bytes, etag);
    const headers = {
      'Content-Type': types[recording.format],
      'Content-Disposition': `inline; filename="${recording.id}.${recording.format}"`,
      'Accept-Ranges': 'bytes',
      ETag: etag,
    };
    if (part === undefined) {
      await file.close();
      return {
        status: 416,
        headers: { 'Content-Range': `bytes */${bytes}` },
        body: { detail: `the recording has ${bytes} bytes` },
      };
    }
    const { start, end } = part === 'whole' ? { start: 0, end: bytes - 1 } : part;
    const range = part === 'whole' ? {} : { 'Content-Range': `bytes ${start}-${end}/${bytes}` };
    return {
      status: part === 'whole' ? 200 : 206,
      headers: { ...headers, ...range, 'Content-Length': String(end - start + 1) },
      body: read(file, start, end),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Closes the file at its end or when the client disconnects. */
function read(file: FileHandle, start: number, end: number): ReturnType<FileHandle['createReadStream']> {
  return file.createReadStream({ start, end });
}
