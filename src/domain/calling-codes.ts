import { isSupportedCountry } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';

/** ISO 3166-1 alpha-2 codes of the countries that share a calling code, its main country first; none for a network's code (+881). */
export function countriesSharing(callingCode: string): readonly string[] {
  return Object.hasOwn(metadata.country_calling_codes, callingCode)
    ? (metadata.country_calling_codes[callingCode as keyof typeof metadata.country_calling_codes] ?? [])
    : [];
}

export function isCountry(code: string): boolean {
  return isSupportedCountry(code);
}

/** The home country of a caller ID; undefined for a network's number. */
export function homeCountry(callerId: {
  countries: readonly string[];
  countryCode: string;
}): string | undefined {
  return callerId.countries[0] ?? countriesSharing(callerId.countryCode)[0];
}

export interface AllowedRegions {
  countries: string[];
  /** Calling codes of networks that belong to no country. */
  networkCodes: string[];
}

/**
 * The regions that a list of calling codes allows. A shared code allows its main country and `homeCountry`, never all of its countries: +1
 * has 25, and fraud targets the most expensive of them.
 */
export function regionsOfCallingCodes(codes: readonly string[], homeCountry?: string): AllowedRegions {
  const countries = new Set<string>();
  const networkCodes: string[] = [];
  for (const code of codes) {
    const [main, ...others] = countriesSharing(code);
    if (main === undefined) networkCodes.push(code);
    else countries.add(main);
    if (homeCountry !== undefined && others.includes(homeCountry)) countries.add(homeCountry);
  }
  return { countries: [...countries], networkCodes };
}
