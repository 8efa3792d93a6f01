/** The logo: two strands and what holds them. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" fill="none">
      <rect x="8.5" y="5" width="5" height="22" rx="2.5" fill="currentColor" />
      <rect x="18.5" y="5" width="5" height="22" rx="2.5" fill="currentColor" />
      <path d="M2.5 16H29.5" stroke="currentColor" stroke-width="3" stroke-linecap="round" />
    </svg>
  );
}

export function Brand({ quiet = false }: { quiet?: boolean }) {
  return (
    <a class="brand" href="/" aria-label={quiet ? 'Holdfast' : undefined}>
      <Mark />
      {quiet ? null : 'Holdfast'}
    </a>
  );
}
