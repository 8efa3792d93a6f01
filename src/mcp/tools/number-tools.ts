import Joi from 'joi';
import { lookUpQuery, numberView, timeZoneOf, viewNumber } from '../../contract/numbers.ts';
import { typedNumber } from '../../contract/values.ts';
import type { NumberDesk } from '../../numbers/desk.ts';
import { defineTool, type Tool } from '../tool.ts';

export function numberTools(numbers: NumberDesk): Tool[] {
  return [
    defineTool<{ number: string; tz?: string }>({
      name: 'look_up_number',
      scope: 'read',
      title: 'Show what is known about a number',
      description:
        'Shows, before a number is called, whether the owner allows it (allowed; detail says which rule refuses it), whose it is, which call flow it would take, and how long calls to it waited on hold for a person: estimate has the seconds of earlier waits with their quartiles, and best, the time of the week with the shortest usual wait. estimate is null until there are three such calls. It dials nothing.',
      input: Joi.object({ number: typedNumber().required() }).concat(lookUpQuery),
      output: numberView,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async ({ number, ...query }) => viewNumber(await numbers.lookUp(number, timeZoneOf(query))),
    }),
  ];
}
