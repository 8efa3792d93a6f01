import { Page } from '../../shell/page.tsx';
import { shownCalls } from '../../state/calls.ts';

export function NowPage() {
  return (
    <Page title="Now">
      <p class="muted">{shownCalls.value.length} calls</p>
    </Page>
  );
}
