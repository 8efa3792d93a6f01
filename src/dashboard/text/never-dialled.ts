const kindTexts: Record<string, string> = { uan: 'universal access', unknown: 'numbers in no plan' };

/** What the policy refuses in every country, in words. Emergency numbers are no matter of configuration. */
export function tellNeverDialled(policy: {
  blocked_number_types: readonly string[];
  blocked_prefixes: readonly string[];
}): string {
  const kinds = policy.blocked_number_types.map((kind) => kindTexts[kind] ?? kind.replaceAll('_', ' '));
  const prefixes = policy.blocked_prefixes.length;
  const ranges = prefixes === 0 ? [] : [prefixes === 1 ? '1 prefix' : `${prefixes} prefixes`];
  return ['emergency', ...kinds, ...ranges].join(', ');
}
