/** `/calls` of `/calls/`; `/` stays. */
export const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '');
