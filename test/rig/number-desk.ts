import { permitNumber } from '../../src/domain/policy.ts';
import { createFlowLookup } from '../../src/flows/flow-desk.ts';
import { createCompanyLookup, createNumberDesk } from '../../src/numbers/number-desk.ts';
import type { Store } from '../../src/store/open.ts';
import { openPolicy } from './open-policy.ts';

/** The real number desk on a real store. */
export function numberDeskOf(store: Store) {
  return createNumberDesk({
    favourites: store.favourites,
    holds: store.holds,
    flows: createFlowLookup(store.flows),
    companyOf: createCompanyLookup(store.favourites, (number) => store.calls.lastCompany(number)),
    permitNumber: (number) => permitNumber(number, openPolicy),
  });
}
