/** The two ways to look back. */
export function HistoryTabs({ current }: { current: 'calls' | 'holds' }) {
  return (
    <nav class="segc" aria-label="View">
      <a href="/calls" aria-current={current === 'calls' ? 'page' : undefined}>
        Calls
      </a>
      <a href="/calls/holds" aria-current={current === 'holds' ? 'page' : undefined}>
        Hold times
      </a>
    </nav>
  );
}
