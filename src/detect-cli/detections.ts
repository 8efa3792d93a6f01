import Joi from 'joi';
import type { ScoredWindow } from './listen.ts';
import { readJson, requireShape } from './named-file.ts';
import type { Ring } from './rings.ts';

/** What a detector found in each call, by the call's id. The file may be another detector's, and lack some of it. */
export type Detections = Record<string, { windows?: ScoredWindow[]; human?: number[]; rings?: Ring[] }>;

const seconds = Joi.number().required();
const detections = Joi.object<Detections>().pattern(
  Joi.string(),
  Joi.object({
    windows: Joi.array().items(Joi.object({ t: seconds, dur: seconds, type: Joi.string().required() })),
    human: Joi.array().items(Joi.number()),
    rings: Joi.array().items(Joi.array().ordered(seconds, seconds.allow(null)).length(2)),
  }),
);

/** @throws AppError `invalid`, naming the file and the field */
export function readDetections(file: string): Detections {
  return requireShape(readJson(file), detections, file);
}
