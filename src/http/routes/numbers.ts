import { editTags, guardEdit } from '../../contract/edit-tags.ts';
import * as contract from '../../contract/numbers.ts';
import type { NumberDesk } from '../../numbers/desk.ts';
import type { Favourite } from '../../domain/favourite.ts';
import { type ApiAnswer, type ApiRoute, param } from '../api-route.ts';

export function numberRoutes(numbers: NumberDesk, nowMs: () => number = Date.now): ApiRoute[] {
  const tag = 'numbers';
  const favourites = { description: 'All favourites, in order.', schema: contract.favouritesView };
  const show = (stored: readonly Favourite[]): ApiAnswer => ({
    status: 200,
    body: contract.viewFavourites(stored),
    editTag: editTags.favourites(stored),
  });
  return [
    {
      method: 'get',
      path: '/numbers/:number',
      params: { number: /^[^]+$/ }, // checked by `lookUp`, whose error names it
      tag,
      operationId: 'lookUpNumber',
      sample: () => Promise.resolve({ params: { number: '+12025550100' } }),
      scope: 'read',
      summary:
        'Show what is known about a number: whether it may be dialled, its flow, and how long calls wait there',
      query: contract.lookUpQuery,
      answers: { 200: { description: 'What is known.', schema: contract.numberView } },
      handle: async (request) => {
        const timeZone = contract.timeZoneOf(request.query as contract.LookUpQuery);
        const known = await numbers.lookUp(param(request, 'number'), timeZone);
        return { status: 200, body: contract.viewNumber(known) };
      },
    },
    {
      method: 'get',
      path: '/stats/holds',
      tag,
      operationId: 'showHolds',
      scope: 'read',
      summary:
        'Show how long calls waited, by day, by company and by hour; for the last 90 days unless given otherwise',
      query: contract.holdsQuery,
      answers: { 200: { description: 'Held calls that are over.', schema: contract.holdsView } },
      handle: async (request) => {
        const range = contract.holdsRangeOf(request.query as contract.HoldsQuery, nowMs());
        return { status: 200, body: contract.viewHolds(await numbers.statistics(range)) };
      },
    },
    {
      method: 'get',
      path: '/favourites',
      tag,
      operationId: 'listFavourites',
      scope: 'read',
      summary: 'List the favourites: numbers that are called often',
      hasEditTag: true,
      answers: { 200: favourites },
      handle: async () => show(await numbers.favourites()),
    },
    {
      method: 'put',
      path: '/favourites',
      tag,
      operationId: 'replaceFavourites',
      scope: 'admin',
      summary: 'Replace all favourites',
      takesIfMatch: true,
      hasEditTag: true,
      body: contract.favouritesBody,
      answers: { 200: favourites },
      errors: ['not_found'],
      handle: async (request) => {
        const wanted = (request.body as contract.FavouritesBody).favourites;
        const guard = guardEdit('the list of favourites', request.ifMatch, editTags.favourites);
        return show(await numbers.replaceFavourites(wanted, guard));
      },
    },
  ];
}
