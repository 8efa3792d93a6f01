import Joi from 'joi';
import { audioClasses } from '../domain/audio-class.ts';
import { callModes, personGrades, retryReasons } from '../domain/call.ts';
import { callStatuses, endReasonNames } from '../domain/call-status.ts';
import { transcriptKinds } from '../domain/events.ts';
import { maxStripSegments } from '../domain/strip.ts';
import { e164, fraction, seconds, timestamp } from './values.ts';

/** The responses of the call routes. */

const status = Joi.string().valid(...callStatuses);
const mode = Joi.string().valid(...callModes);
const audioType = Joi.string().valid(...audioClasses, 'unknown');

const classification = Joi.object({
  timestamp: Joi.number().integer().required().description('epoch seconds'),
  type: audioType.required(),
  confidence: fraction().required(),
});

/** The id of the newest event that an answer includes. */
function eventId(what: string): Joi.NumberSchema {
  return Joi.number()
    .integer()
    .min(0)
    .required()
    .description(
      `${what} includes every event up to this one: open the event stream with it as since to miss nothing`,
    );
}

export const company = Joi.string()
  .allow('')
  .required()
  .description('empty while it is unknown whose number it is');
const holdTime = seconds().required().description('seconds spent on hold');
const talkTime = seconds().required().description('seconds that owner and far end talked');
const deviceName = Joi.string()
  .allow(null)
  .required()
  .description('name of the device that is ringing or talking, or talked last');

export const callView = Joi.object({
  call_id: Joi.string().required(),
  event_id: eventId('this answer'),
  status: status.required(),
  recovering: Joi.boolean()
    .required()
    .description(
      'true after a restart until the call is found in Asterisk, and while Asterisk is away; status is the last one known',
    ),
  number: e164().required(),
  mode: mode.required(),
  duration: seconds().required().description('seconds since the call started'),
  hold_time: holdTime,
  hold_since: timestamp()
    .allow(null)
    .required()
    .description('when this hold began; null while it is not on hold'),
  talk_time: talkTime,
  audio_type: audioType.required().description('what is heard now; unknown until something was heard'),
  transcript_excerpt: Joi.string().allow('').required(),
  classification_history: Joi.array().items(classification).required(),
  services: Joi.object({
    recording: Joi.boolean().required(),
    transcription: Joi.boolean().required(),
  }).required(),
  intent: Joi.string().allow('').required(),
  company,
  note: Joi.string().allow('').required().description('what was written down about the call'),
  facts: Joi.array()
    .items(Joi.object({ label: Joi.string().required(), value: Joi.string().required() }))
    .required(),
  edit_tag: Joi.string()
    .required()
    .description(
      'stands for the note and the facts as they are: the ETag of REST, and if_edit_tag of note_call',
    ),
  person: Joi.object({
    grade: Joi.string()
      .valid(...personGrades)
      .required()
      .description('likely: enough to ring; sure: confirmed by what followed, or answered by the owner'),
    confidence: fraction().required(),
    reason: Joi.string().allow('').required(),
    at: timestamp().required().description('when they were first heard'),
  })
    .allow(null)
    .required()
    .description(
      'the person who was heard: your phone rings for them, or you talk to them; null when there is none',
    ),
  call_flow_id: Joi.string().allow(null).required(),
  flow: Joi.object({
    id: Joi.string().required(),
    name: Joi.string().required(),
    step: Joi.string().allow(null).required().description('id of the step that is running, or runs next'),
    index: Joi.number().integer().min(1).allow(null).required().description('its place, 1 for the first'),
    count: Joi.number().integer().min(0).required(),
  })
    .allow(null)
    .required()
    .description('the flow that works the menu, while it is stored'),
  queue: Joi.object({
    position: Joi.number().integer().min(1).allow(null).required().description('1: next in line'),
    wait_minutes: Joi.number().min(0).allow(null).required(),
    said_at: timestamp().required(),
  })
    .allow(null)
    .required()
    .description('what the queue last announced; null when nothing was announced or understood'),
  summary: Joi.object({
    who: Joi.string().allow(null).required().description('who talked for the other side'),
    agreed: Joi.string().allow(null).required(),
    references: Joi.array().items(Joi.string()).required().description('numbers that were said'),
    to_do: Joi.array().items(Joi.string()).required().description('what is left for you to do'),
    at: timestamp().required(),
  })
    .allow(null)
    .required()
    .description(
      'summary of the transcript by a chat service after the call, unchecked; null without one, and until it is ready',
    ),
  will_ring: Joi.array()
    .items(
      Joi.object({
        id: Joi.string().required(),
        name: Joi.string().required(),
        is_online: Joi.boolean().required(),
        can_wake: Joi.boolean().required(),
        stands_in: Joi.boolean()
          .required()
          .description('it was not chosen, but none of those that were can be reached'),
      }),
    )
    .required()
    .description(
      'the devices that ring for a person, in order; those that are offline at that time are skipped',
    ),
  recording: Joi.object({
    id: Joi.string().required(),
    duration: seconds().required(),
    file_size: Joi.number().integer().min(0).required(),
    expires_at: timestamp().allow(null).required(),
  })
    .allow(null)
    .required()
    .description('null: there is no recording of it'),
  device: Joi.string().allow(null).required().description('the device that is ringing or talking'),
  device_name: deviceName,
  started_at: timestamp().required().description('for a scheduled call: when it is due'),
  retry: Joi.object({
    on: Joi.array()
      .items(Joi.string().valid(...retryReasons))
      .required(),
    times: Joi.number().required(),
    minutes: Joi.number().required(),
  })
    .allow(null)
    .required(),
  redial: Joi.boolean().required(),
  attempt: Joi.number().integer().min(1).required(),
  previous_call_id: Joi.string().allow(null).required().description('the call that this one repeats'),
  answered_at: timestamp().allow(null).required(),
  connected_at: timestamp().allow(null).required(),
  ended_at: timestamp().allow(null).required(),
  end_reason: Joi.string()
    .valid(...endReasonNames, null)
    .required(),
  error: Joi.string().allow(null).required(),
});

export const outboundView = Joi.object({
  call_id: Joi.string().required(),
  status: status.required(),
  number: e164().required(),
  mode: mode.required(),
  started_at: timestamp().required(),
});

const summaryFields = {
  call_id: Joi.string().required(),
  status: status.required(),
  number: e164().required(),
  company,
  intent: Joi.string().allow('').required(),
  duration: seconds().required(),
  hold_time: holdTime,
  talk_time: talkTime,
  mode: mode.required(),
  started_at: timestamp().required(),
  connected_at: timestamp().allow(null).required(),
  ended_at: timestamp().allow(null).required(),
  end_reason: Joi.string()
    .valid(...endReasonNames, null)
    .required(),
  device_name: deviceName,
  has_recording: Joi.boolean().required(),
};

const strip = Joi.array()
  .items(Joi.array().items(Joi.alternatives(audioType, seconds())).length(3))
  .max(maxStripSegments)
  .required()
  .description(
    `what was heard, as [type, start, end] in seconds since the call began; at most ${maxStripSegments} entries, so coarser in a long call`,
  );

function listOf(call: Joi.ObjectSchema): Joi.ObjectSchema {
  return Joi.object({
    event_id: eventId('the list'),
    calls: Joi.array().items(call).required(),
    total: Joi.number().integer().min(0).required().description('calls that match, all pages together'),
    next_cursor: Joi.string().allow(null).required(),
  });
}

/** A page of the list for a language model: without the strips, which are for drawing. */
export const callListText = listOf(Joi.object(summaryFields));

export const callListView = listOf(Joi.object({ ...summaryFields, strip }));

export const transcriptView = Joi.object({
  call_id: Joi.string().required(),
  text: Joi.string().allow('').required(),
  chunks: Joi.array()
    .items(
      Joi.object({
        timestamp: timestamp().required(),
        speaker: Joi.string().allow('').required(),
        text: Joi.string().allow('').required(),
        start: Joi.number().allow(null).required().description('seconds since the call began'),
        end: Joi.number().allow(null).required(),
        kind: Joi.string()
          .valid(...transcriptKinds)
          .allow(null)
          .required()
          .description('who or what said it; null if unknown'),
        times_heard: Joi.number()
          .integer()
          .min(1)
          .required()
          .description('how often an announcement was heard; it is listed where it was first heard'),
      }),
    )
    .required(),
});

/** The moments of a call at which a person was reported. */
export const momentTypes = ['person_likely', 'human_detected', 'hold_resumed'] as const;

export const labelView = Joi.object({
  event_id: Joi.number().integer().min(1).required(),
  person: Joi.boolean().allow(null).required(),
});

export const timelineView = Joi.object({
  call_id: Joi.string().required(),
  moments: Joi.array()
    .items(
      Joi.object({
        type: Joi.string()
          .valid(...momentTypes)
          .required(),
        at: timestamp().required(),
        reason: Joi.string().allow('').required(),
        event_id: Joi.number().integer().min(1).required(),
        person: Joi.boolean()
          .allow(null)
          .required()
          .description('whether the owner said it was a person; null: not said, or not asked'),
      }),
    )
    .required()
    .description('when a person was reported: likely, sure, and why the call went back on hold'),
  segments: Joi.array()
    .items(
      Joi.object({
        type: audioType.required(),
        confidence: fraction().required(),
        from: timestamp().required(),
        start: seconds().required().description('seconds since the audio began'),
        end: seconds().allow(null).required().description('null while it lasts'),
      }),
    )
    .required(),
});
