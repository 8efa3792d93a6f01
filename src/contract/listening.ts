import Joi from 'joi';
import type { ListenSide } from '../calls/desk.ts';
import { id } from './values.ts';

const sides: readonly ListenSide[] = ['far', 'near', 'both'];

/** The query of `/ws/listen`. */
export const listenQuery = Joi.object({
  call_id: id().required(),
  side: Joi.string()
    .valid(...sides)
    .default('far'),
});
export interface ListenQuery {
  call_id: string;
  side: ListenSide;
}
