import { InTurn } from '../async/in-turn.ts';
import { requireSeen } from '../domain/edit-guard.ts';
import { AppError } from '../domain/errors.ts';
import type { Favourite } from '../domain/favourite.ts';
import { estimateOf, statisticsOf } from '../domain/hold-statistics.ts';
import { formatPhoneNumber, parsePhoneNumber, type PhoneNumber } from '../domain/phone-number.ts';
import { zoneClock } from '../domain/zone-clock.ts';
import type { FlowLookup } from '../flows/desk.ts';
import type { FavouriteDraft, KnownNumber, NumberDesk } from './desk.ts';
import type { FavouriteStore, HoldHistory } from './store.ts';

export interface NumberDeskNeeds {
  favourites: FavouriteStore;
  holds: HoldHistory;
  flows: FlowLookup;
  companyOf(number: string): Promise<string | undefined>;
  /** Applies the rules that depend on the number alone. @throws AppError `refused` */
  permitNumber(number: string): string;
}

/** Only some held calls ended with a person, so more calls are read than the estimate needs. */
const readHolds = 500;

export function createNumberDesk(needs: NumberDeskNeeds): NumberDesk {
  const { favourites, holds, flows } = needs;
  const changes = new InTurn();

  async function known(parsed: PhoneNumber, timeZone: string): Promise<KnownNumber> {
    const { e164, countries } = parsed;
    const [flow, company, past] = await Promise.all([
      flows.findForNumber(e164),
      needs.companyOf(e164),
      holds.ofNumber(e164, readHolds),
    ]);
    const detail = refusalOf(() => needs.permitNumber(e164));
    const ofFlow = flow?.company === '' ? undefined : flow?.company;
    return {
      number: e164,
      formatted: formatPhoneNumber(e164),
      country: countries.length === 1 ? (countries[0] ?? null) : null,
      company: ofFlow ?? company ?? null,
      flowId: flow?.id ?? null,
      allowed: detail === null,
      detail,
      estimate: estimateOf(past, zoneClock(timeZone)),
    };
  }

  async function toFavourite(draft: FavouriteDraft, index: number): Promise<Favourite> {
    const { label, number, intent = '', call_flow_id: callFlowId = null, mode = 'hold_slayer' } = draft;
    const { e164 } = parsePhoneNumber(number, `favourites[${index}].number`);
    if (callFlowId !== null && (await flows.find(callFlowId)) === undefined)
      throw new AppError(
        'not_found',
        `"favourites[${index}].call_flow_id": there is no call flow ${callFlowId}`,
      );
    return { label, number: e164, intent, callFlowId, mode };
  }

  return {
    async lookUp(typed, timeZone) {
      let parsed: PhoneNumber;
      try {
        parsed = parsePhoneNumber(typed);
      } catch (error) {
        if (error instanceof AppError && error.code === 'refused') return unknownNumber(typed, error.detail);
        throw error;
      }
      return known(parsed, timeZone);
    },
    statistics: async ({ fromMs, toMs, timeZone }) =>
      statisticsOf(await holds.between(fromMs, toMs), zoneClock(timeZone)),
    favourites: () => favourites.read(),
    async replaceFavourites(drafts, guard) {
      const wanted: Favourite[] = [];
      // One after the other, so that the first of several faults is named.
      for (const [index, draft] of drafts.entries()) wanted.push(await toFavourite(draft, index));
      return changes.run(async () => {
        const stored = await favourites.read();
        requireSeen(stored, wanted, guard);
        await favourites.write(wanted);
        return wanted;
      });
    },
  };
}

/** Whose number it is: the owner's favourite, else the company of the last call. */
export function createCompanyLookup(
  favourites: Pick<FavouriteStore, 'read'>,
  lastCompany: (number: string) => Promise<string | undefined>,
): (number: string) => Promise<string | undefined> {
  return async (number) =>
    (await favourites.read()).find((each) => each.number === number)?.label ?? lastCompany(number);
}

function unknownNumber(typed: string, detail: string): KnownNumber {
  return {
    number: null,
    formatted: typed.trim(),
    country: null,
    company: null,
    flowId: null,
    allowed: false,
    detail,
    estimate: null,
  };
}

function refusalOf(permit: () => unknown): string | null {
  try {
    permit();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'refused') return error.detail;
    throw error;
  }
}
