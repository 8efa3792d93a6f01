import Joi from 'joi';
import { id } from './values.ts';

/** The query of `/ws/listen`. */
export const listenQuery = Joi.object({ call_id: id().required() });
export interface ListenQuery {
  call_id: string;
}
