const regions = new Intl.DisplayNames('en', { type: 'region' });

/** `GB` is *United Kingdom*; what is no ISO 3166 code (`+883`) stays. */
export function nameCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
}
