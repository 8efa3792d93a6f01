import Joi from 'joi';
import { dtmfPattern, type FlowRun, stepTypes } from '../domain/flow.ts';
import { digitsMask, maskSteps } from '../domain/flow-secrets.ts';
import type { FlowDraft, FlowWithRuns } from '../flows/desk.ts';
import { toIso, toIsoOrNull } from './call-views.ts';
import { digits, e164, filledLine, id, line, phoneNumber, readOnly, seconds, timestamp } from './values.ts';

const maxSteps = 200;
const longestWaitSeconds = 86_400;

const stepId = Joi.string()
  .pattern(/^[0-9A-Za-z_.-]{1,64}$/)
  .messages({
    'string.pattern.base': '{#label} must be 1 to 64 letters, digits, "_", "." or "-"',
  });

const stepDigits = digits(new RegExp(`^(${dtmfPattern}|${digitsMask})$`)).description(
  `${digitsMask} for a secret step; sent back with an update it leaves the digits unchanged`,
);

const listenOption = Joi.object({
  match: filledLine(200).required().description('text that the prompt contains'),
  dtmf: stepDigits,
  next_step: stepId,
});

/** One step of a flow. */
export const stepBody = Joi.object({
  id: stepId.required(),
  type: Joi.string()
    .valid(...stepTypes)
    .required(),
  description: line(500),
  timeout: Joi.number().min(0).max(longestWaitSeconds).description('seconds'),
  dtmf: stepDigits,
  next_step: stepId.description('absent: the next in the array'),
  options: Joi.array().items(listenOption).max(20),
  sound: Joi.string()
    .pattern(/^[0-9a-f]{16}$/)
    .description(
      'LISTEN goes on when the menu that sounded so in an earlier call has ended, and answers no other: from menu_option_chosen',
    )
    .messages({
      'string.pattern.base': '{#label} must be the "sound" of a menu_option_chosen event: 16 digits 0-9, a-f',
    }),
  text: filledLine(500).description('what SPEAK says'),
  device: line(100).description('whom TRANSFER rings'),
  secret: Joi.boolean().description('its digits are secret: never shown, not even in events'),
});

export const stepsBody = Joi.array().items(stepBody).max(maxSteps);

/** A whole way through a menu. */
export const exampleSteps = [
  { id: 'menu', type: 'LISTEN', timeout: 20 },
  { id: 'support', type: 'DTMF', dtmf: '2' },
  { id: 'wait', type: 'HOLD', timeout: 3600 },
  { id: 'me', type: 'TRANSFER' },
];

const fields = {
  name: filledLine(100),
  company: line(100),
  phone_number: phoneNumber(),
  description: line(1000),
  tags: Joi.array().items(filledLine(50)).max(20).unique(),
  steps: stepsBody,
};

/** `/call-flows/check` and `/call-flows/try` are routes: a flow of that name could be neither read nor deleted. */
const routeNames = ['check', 'try'];

export const flowCreateBody = Joi.object({
  id: id()
    .invalid(...routeNames)
    .messages({ 'any.invalid': `{#label} must not be ${routeNames.join(' or ')}` }),
  ...fields,
  name: fields.name.required(),
  phone_number: fields.phone_number.required(),
  steps: fields.steps.required(),
}).example({ name: 'Acme, support', company: 'Acme', phone_number: '+12025550100', steps: exampleSteps });
export type FlowCreateBody = FlowDraft;

/** Any subset; the other fields that GET shows may be sent back. */
export const flowUpdateBody = Joi.object({
  ...fields,
  id: readOnly(),
  step_count: readOnly(),
  success_count: readOnly(),
  fail_count: readOnly(),
  last_run_at: readOnly(),
  version: readOnly(),
  created_at: readOnly(),
  updated_at: readOnly(),
}).example({ description: 'Their menu since May', steps: exampleSteps });
export type FlowUpdateBody = Partial<FlowDraft>;

/** An empty value counts as absent, as in the list of calls: forms and assistants also send fields for which they have no value. */
export const flowListQuery = Joi.object({
  company: line(100).empty('').description('only flows of this company; case is ignored'),
  tag: line(50).empty('').description('only flows with this tag'),
});
export interface FlowListQuery {
  company?: string;
  tag?: string;
}

export const learnBody = Joi.object({
  name: filledLine(100).description('absent: made from the company and the intent'),
  replace: Joi.boolean()
    .default(false)
    .description('change the flow that the call began with instead of storing another one'),
}).example({ name: 'Acme, support' });
export interface LearnBody {
  name?: string;
  replace: boolean;
}

const summaryFields = {
  id: Joi.string().required(),
  name: Joi.string().required(),
  company: Joi.string().allow('').required(),
  phone_number: e164().required(),
  step_count: Joi.number().integer().min(1).required(),
  success_count: Joi.number().integer().min(0).required(),
  fail_count: Joi.number().integer().min(0).required(),
  tags: Joi.array().items(Joi.string()).required(),
  last_run_at: timestamp().allow(null).required().description('when a call last began to work through it'),
};

/** The list for a language model, which reads it and draws nothing. */
export const flowListText = Joi.object({
  flows: Joi.array().items(Joi.object(summaryFields)).required(),
});

/** Enough to recognise a flow; `step_count` says how many steps a long one has. */
const maxOutlined = 12;

const outline = Joi.array()
  .items(
    Joi.object({
      type: Joi.string()
        .valid(...stepTypes)
        .required(),
      timeout: Joi.number(),
      dtmf: Joi.string(),
      text: Joi.string(),
      device: Joi.string().allow(''),
    }),
  )
  .max(maxOutlined)
  .required()
  .description(`what its first ${maxOutlined} steps do; a secret step's digits are hidden`);

export const flowListView = Joi.object({
  flows: Joi.array()
    .items(Joi.object({ ...summaryFields, outline }))
    .required(),
});

export const flowView = Joi.object({
  ...summaryFields,
  steps: Joi.array().items(stepBody).required(),
  description: Joi.string().allow('').required(),
  version: Joi.number().integer().min(1).required(),
  created_at: timestamp().required(),
  updated_at: timestamp().required(),
});

export function viewFlowSummary(flow: FlowWithRuns) {
  return {
    id: flow.id,
    name: flow.name,
    company: flow.company,
    phone_number: flow.phoneNumber,
    step_count: flow.steps.length,
    success_count: flow.successCount,
    fail_count: flow.failCount,
    tags: flow.tags,
    last_run_at: toIsoOrNull(flow.lastRunAtMs),
  };
}

export function viewListedFlow(flow: FlowWithRuns) {
  return {
    ...viewFlowSummary(flow),
    outline: maskSteps(flow.steps.slice(0, maxOutlined)).map(({ type, timeout, dtmf, text, device }) => ({
      type,
      timeout,
      dtmf,
      text,
      device,
    })),
  };
}

export const flowRunsQuery = Joi.object({ limit: Joi.number().integer().min(1).max(100).default(20) });
export interface FlowRunsQuery {
  limit: number;
}

export const flowRunsView = Joi.object({
  runs: Joi.array()
    .items(
      Joi.object({
        call_id: Joi.string().required(),
        started_at: timestamp().required(),
        succeeded: Joi.boolean()
          .allow(null)
          .required()
          .description('whether the owner was connected; null while the call lasts'),
        stopped_at: Joi.string().allow(null).required().description('the step at which a failed run stopped'),
        menu_time: seconds()
          .allow(null)
          .required()
          .description('seconds spent in the menu; null once the events of the call were removed'),
      }),
    )
    .required(),
});

export function viewFlowRun(run: FlowRun) {
  return {
    call_id: run.callId,
    started_at: toIso(run.startedAtMs),
    succeeded: run.succeeded,
    stopped_at: run.stoppedAt,
    menu_time: run.menuSeconds,
  };
}

export function viewFlow(flow: FlowWithRuns) {
  return {
    ...viewFlowSummary(flow),
    steps: maskSteps(flow.steps),
    description: flow.description,
    version: flow.version,
    created_at: toIso(flow.createdAtMs),
    updated_at: toIso(flow.updatedAtMs),
  };
}
