import Joi from 'joi';
import type { Step } from '../domain/flow.ts';
import type { FlowFault } from '../domain/flow-faults.ts';
import { exampleSteps, stepBody, stepsBody } from './flows.ts';
import { id, phoneNumber } from './values.ts';

/** Unfinished steps may be checked, so none of their fields is required. */
export const flowCheckBody = Joi.object({
  steps: Joi.array()
    .items(Joi.object().unknown())
    .max(200)
    .required()
    .description('the steps as they would be stored, finished or not'),
  flow_id: id().description('the stored flow that they change; its secret digits may be sent masked'),
}).example({ steps: exampleSteps });
export interface FlowCheckBody {
  steps: Record<string, unknown>[];
  flow_id?: string;
}

export const flowTrialBody = Joi.object({
  number: phoneNumber().required().description('the number to call'),
  steps: stepsBody.required(),
  flow_id: id().description('the stored flow that the steps change; its secret digits may be sent masked'),
  stop_before_hold: Joi.boolean()
    .default(true)
    .description('hang up where the flow would begin to wait, or to ring you'),
}).example({ number: '+12025550100', steps: exampleSteps });
export interface FlowTrialBody {
  number: string;
  steps: Step[];
  flow_id?: string;
  stop_before_hold: boolean;
}

export const flowFaultsView = Joi.object({
  faults: Joi.array()
    .items(
      Joi.object({
        step_id: Joi.string().allow('', null).required().description('null for the flow as a whole'),
        index: Joi.number().integer().min(0).allow(null).required().description('of the step in "steps"'),
        field: Joi.string().allow(null).required().description('null for the step as a whole'),
        detail: Joi.string().required(),
      }),
    )
    .required()
    .description('empty: the flow can be stored'),
});

export interface FlowFaultView {
  step_id: string | null;
  index: number | null;
  field: string | null;
  detail: string;
}

/** More than anybody mends at once. */
const maxShapeFaults = 100;
/** Twice as much as the longest valid step. Of a longer one only the first fault is found: 40,000 took a second and a half. */
const longestStep = 16_384;

/** What makes a step invalid by itself: a wrong type, digits that no keypad has, a text that is too long. */
export function findShapeFaults(steps: readonly Record<string, unknown>[]): FlowFaultView[] {
  const faults: FlowFaultView[] = [];
  for (const [index, step] of steps.entries()) {
    if (faults.length >= maxShapeFaults) break;
    const { error } = stepBody.validate(step, {
      convert: false,
      abortEarly: JSON.stringify(step).length > longestStep,
      errors: { label: 'key' },
    });
    const stepId = typeof step['id'] === 'string' ? step['id'] : null;
    for (const { path, message } of error?.details ?? [])
      faults.push({
        step_id: stepId,
        index,
        field: typeof path[0] === 'string' ? path[0] : null,
        detail: message,
      });
  }
  if (faults.length > 0) return faults.slice(0, maxShapeFaults);
  const { error } = stepsBody.validate(steps, { convert: false });
  return error === undefined ? [] : [{ step_id: null, index: null, field: 'steps', detail: error.message }];
}

export function viewFault({ stepId, index, field, detail }: FlowFault): FlowFaultView {
  return { step_id: stepId, index, field, detail };
}
