import type { CallDesk } from '../../calls/desk.ts';
import { labelPerson } from '../../calls/person-labels.ts';
import type { Journal } from '../../calls/store.ts';
import { labelView } from '../../contract/call-answers.ts';
import { type LabelBody, labelBody } from '../../contract/calls.ts';
import { AppError } from '../../domain/errors.ts';
import { type ApiRoute, param } from '../api-route.ts';

export interface PersonRouteNeeds {
  calls: Pick<CallDesk, 'get'>;
  journal: Pick<Journal, 'read' | 'record'>;
}

export function personRoute({ calls, journal }: PersonRouteNeeds): ApiRoute {
  return {
    method: 'put',
    path: '/calls/:call_id/persons/:event_id',
    tag: 'calls',
    scope: 'calls',
    operationId: 'labelPerson',
    summary: 'Say whether a reported person was one, to measure the detector on your own calls',
    body: labelBody,
    answers: { 200: { description: 'What is stored; the timeline shows it.', schema: labelView } },
    errors: ['not_found'],
    handle: async (request) => {
      const { id } = await calls.get(param(request, 'call_id'));
      const text = param(request, 'event_id');
      if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new AppError('not_found', `there is no event ${text}`);
      const { person } = request.body as LabelBody;
      await labelPerson(journal, id, Number(text), person);
      return { status: 200, body: { event_id: Number(text), person } };
    },
  };
}
