import Joi from 'joi';
import { callModes } from '../domain/call.ts';
import { AppError } from '../domain/errors.ts';
import type { Favourite } from '../domain/favourite.ts';
import type { HoldStatistics } from '../domain/hold-statistics.ts';
import { isTimeZone, ownTimeZone } from '../domain/zone-clock.ts';
import type { FavouriteDraft, KnownNumber } from '../numbers/desk.ts';
import { rangeQuery } from './calls.ts';
import { e164, filledLine, id, line, phoneNumber, seconds } from './values.ts';

const dayMs = 86_400_000;
const defaultDays = 90;
const maxDays = 400;

const timeZone = Joi.string()
  .max(60)
  .custom((name: string, { error }) => (isTimeZone(name) ? name : error('string.pattern.base')))
  .example('Europe/Berlin')
  .description('IANA time zone of the days and hours; absent: the time zone of the service')
  .messages({ 'string.pattern.base': '{#label} must be a time zone, like Europe/Berlin' });

export const lookUpQuery = Joi.object({ tz: timeZone });
export interface LookUpQuery {
  tz?: string;
}

export function timeZoneOf({ tz }: LookUpQuery): string {
  return tz ?? ownTimeZone();
}

export const holdsQuery = Joi.object({ ...rangeQuery, tz: timeZone });
export interface HoldsQuery extends LookUpQuery {
  from?: string;
  to?: string;
}

/** @throws AppError `invalid` */
export function holdsRangeOf({ from, to, tz }: HoldsQuery, nowMs: number) {
  const toMs = to === undefined ? nowMs : Date.parse(to);
  const fromMs = from === undefined ? toMs - defaultDays * dayMs : Date.parse(from);
  if (fromMs >= toMs) throw new AppError('invalid', '"from" must be before "to"');
  if (toMs - fromMs > maxDays * dayMs)
    throw new AppError('invalid', `"from" must be at most ${maxDays} days before "to"`);
  return { fromMs, toMs, timeZone: tz ?? ownTimeZone() };
}

const quartiles = { p25: seconds().required(), p50: seconds().required(), p75: seconds().required() };
const samples = Joi.array().items(seconds()).required().description('seconds on hold, the newest call first');
const weekday = Joi.number().integer().min(1).max(7).required().description('1 is Monday');
const fullHour = Joi.string()
  .pattern(/^[0-9]{2}:00$/)
  .required();

export const numberView = Joi.object({
  number: e164().allow(null).required().description('null for an emergency number'),
  formatted: Joi.string().required(),
  country: Joi.string().allow(null).required().description('ISO 3166'),
  company: Joi.string().allow(null).required(),
  flow_id: Joi.string()
    .allow(null)
    .required()
    .description('the flow that a held call uses unless another one is given'),
  allowed: Joi.boolean()
    .required()
    .description('according to the rules about numbers; limits are checked when it is dialled'),
  detail: Joi.string().allow(null).required().description('why it is not allowed'),
  estimate: Joi.object({
    calls: Joi.number().integer().min(3).required(),
    samples,
    ...quartiles,
    best: Joi.object({ weekday, from: fullHour, to: fullHour, p50: seconds().required() })
      .allow(null)
      .required()
      .description('when the wait is usually shortest; null until that is known'),
  })
    .allow(null)
    .required()
    .description('from waits that ended with a person; null until there are three'),
});

export function viewNumber({ flowId, ...known }: KnownNumber) {
  return { ...known, flow_id: flowId };
}

export const holdsView = Joi.object({
  hold_time: seconds().required().description('seconds on hold, for all held calls in the range together'),
  calls: Joi.number().integer().min(0).required(),
  reached: Joi.number().integer().min(0).required().description('calls in which you were connected'),
  by_day: Joi.array()
    .items(Joi.object({ date: Joi.string().required(), hold_time: seconds().required() }))
    .required()
    .description('days with calls'),
  by_company: Joi.array()
    .items(
      Joi.object({
        company: Joi.string().allow('').required(),
        number: e164().required(),
        samples,
        ...quartiles,
      }),
    )
    .required()
    .description('waits that ended with a person'),
  by_hour: Joi.array()
    .items(
      Joi.object({
        number: e164().required(),
        weekday,
        hour: Joi.number().integer().min(0).max(23).required(),
        calls: Joi.number().integer().min(1).required(),
        p50: seconds().required(),
      }),
    )
    .required()
    .description('the same waits, by the hour in which they began'),
});

export function viewHolds({ holdSeconds, byDay, byCompany, byHour, ...counts }: HoldStatistics) {
  return {
    ...counts,
    hold_time: holdSeconds,
    by_day: byDay.map(({ date, holdSeconds: hold_time }) => ({ date, hold_time })),
    by_company: byCompany,
    by_hour: byHour,
  };
}

const maxFavourites = 50;

const favouriteFields = {
  label: filledLine(60).required(),
  number: phoneNumber().required(),
  intent: line(1000).default(''),
  call_flow_id: id().allow(null).default(null),
  mode: Joi.string()
    .valid(...callModes)
    .default('hold_slayer'),
};

export const favouritesBody = Joi.object({
  favourites: Joi.array().items(Joi.object(favouriteFields)).max(maxFavourites).required(),
}).example({ favourites: [{ label: 'Acme', number: '+12025550100', intent: 'a question about my bill' }] });
export interface FavouritesBody {
  favourites: FavouriteDraft[];
}

export const favouritesView = Joi.object({
  favourites: Joi.array()
    .items(
      Joi.object({
        label: Joi.string().required(),
        number: e164().required(),
        intent: Joi.string().allow('').required(),
        call_flow_id: Joi.string().allow(null).required(),
        mode: Joi.string()
          .valid(...callModes)
          .required(),
      }),
    )
    .required(),
});

export function viewFavourites(favourites: readonly Favourite[]) {
  return { favourites: favourites.map(({ callFlowId, ...each }) => ({ ...each, call_flow_id: callFlowId })) };
}
